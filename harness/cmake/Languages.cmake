# Drivers in other languages (harness/languages/README.md): programs that load libfftbench.

set(FFTBENCH_PYTHON "" CACHE FILEPATH
  "The Python that runs drivers in Python; by default .venv's, where ./bench made one, or python3")

# fftbench_find_python(result): the Python that such drivers run with; empty where there is none.
function(fftbench_find_python result)
  set(own ${PROJECT_SOURCE_DIR}/.venv/bin/python3)
  if(FFTBENCH_PYTHON)
    set(found ${FFTBENCH_PYTHON})
  elseif(EXISTS ${own})
    set(found ${own})
  else()
    find_program(found NAMES python3 NO_CACHE)
  endif()
  if(NOT found)
    set(found "")
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# fftbench_add_python_driver(name MODULES numpy ... PACKAGES "numpy ...")
# Adds drivers/<name>/driver.py, run with libfftbench, where Python can import the modules; else the
# driver is unavailable, and PACKAGES says what `pip install` needs.
function(fftbench_add_python_driver name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PACKAGES" "MODULES")
  fftbench_find_python(python)
  if(NOT python)
    fftbench_driver_unavailable(${name}
      REASON "Python was not found" HINT "install python3, or set FFTBENCH_PYTHON")
    return()
  endif()
  list(JOIN arg_MODULES ", " modules)
  execute_process(COMMAND ${python} -c "import ${modules}"
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said ERROR_STRIP_TRAILING_WHITESPACE)
  if(failed)
    string(REGEX REPLACE "^.*\n" "" said "${said}")
    fftbench_driver_unavailable(${name} REASON "${python} can't import ${modules}: ${said}"
      HINT "${python} -m pip install ${arg_PACKAGES}, or set FFTBENCH_PYTHON")
    return()
  endif()
  fftbench_add_script(${name} INTERPRETER ${python} -m fftbench_driver
    SHARED ${PROJECT_SOURCE_DIR}/harness/languages/python
    ENVIRONMENT PYTHONPATH FILES driver.py)
endfunction()

# fftbench_add_julia_driver(name MODULES MPI ...)
# Adds drivers/<name>/driver.jl in the same way; its Project.toml names the packages.
function(fftbench_add_julia_driver name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "MODULES")
  set(hint "https://julialang.org, then as drivers/${name}/README.md says")
  find_program(julia julia NO_CACHE)
  if(NOT julia)
    fftbench_driver_unavailable(${name} REASON "julia was not found" HINT "install it: ${hint}")
    return()
  endif()
  list(JOIN arg_MODULES ", " modules)
  set(words ${julia} --startup-file=no)
  execute_process(
    COMMAND ${words} --project=${CMAKE_CURRENT_SOURCE_DIR} -e "import ${modules}"
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    fftbench_driver_unavailable(${name}
      REASON "${julia} can't import ${modules}" HINT "as drivers/${name}/README.md says")
    return()
  endif()
  fftbench_add_script(${name} INTERPRETER ${words} "--project=$folder"
    SHARED ${PROJECT_SOURCE_DIR}/harness/languages/julia
    ENVIRONMENT FFTBENCH_JULIA FILES driver.jl Project.toml)
endfunction()

# fftbench_add_script(name INTERPRETER words... SHARED folder ENVIRONMENT variable FILES files...)
# The program fftbench-<name>: a script that starts the interpreter on the first of FILES, with
# libfftbench in FFTBENCH_LIBRARY and the folder SHARED in the variable by which modules are found.
function(fftbench_add_script name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARED;ENVIRONMENT" "INTERPRETER;FILES")
  set(program fftbench-${name})
  list(JOIN arg_INTERPRETER "\" \"" interpreter)
  list(GET arg_FILES 0 main)
  set(variable ${arg_ENVIRONMENT})
  set(content [[
#!/bin/sh
# A driver of fftbench; written by CMake.
here=$(cd "$(dirname "$0")" && pwd)
export FFTBENCH_LIBRARY="@library@"
export @variable@="@shared@${@variable@:+:$@variable@}"
folder="@folder@"
exec "@interpreter@" "$folder/@main@" "$@"
]])
  set(library ${PROJECT_BINARY_DIR}/lib/libfftbench.so)
  set(shared ${arg_SHARED})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  set(here ${CMAKE_CURRENT_BINARY_DIR}/here/${program})
  _fftbench_executable(${here} "${content}")
  set(built ${PROJECT_BINARY_DIR}/bin/${program})  # once there is the library
  add_custom_command(OUTPUT ${built} DEPENDS ${here} fftbench_languages
    COMMAND ${CMAKE_COMMAND} -E copy ${here} ${built} VERBATIM)
  add_custom_target(${program} ALL DEPENDS ${built})

  cmake_path(GET arg_SHARED FILENAME language)
  set(library "$here/../lib/libfftbench.so")
  set(shared "$here/../share/fftbench/drivers/${language}")
  set(folder "$here/../share/fftbench/drivers/${name}")
  set(installed ${CMAKE_CURRENT_BINARY_DIR}/installed/${program})
  _fftbench_executable(${installed} "${content}")
  install(PROGRAMS ${installed} DESTINATION bin COMPONENT ${name})
  install(FILES ${arg_FILES} DESTINATION share/fftbench/drivers/${name} COMPONENT ${name})
  install(DIRECTORY ${arg_SHARED} DESTINATION share/fftbench/drivers COMPONENT ${name}
          PATTERN __pycache__ EXCLUDE)
  install(TARGETS fftbench_languages LIBRARY DESTINATION lib COMPONENT ${name})
  _fftbench_catalogue(FFTBENCH_CATALOGUE name ${name} program bin/${program})
endfunction()

function(_fftbench_executable file content)
  string(CONFIGURE "${content}" content @ONLY)
  file(WRITE ${file} "${content}")
  file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
       GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()
