# What a driver's folder calls. Its CMakeLists.txt looks for the library the ordinary way and ends in
# one of the two functions below. Both make a target fftbench-<name>, and both add a line to the
# catalogue, drivers.json, from which `fftbench drivers` tells what is built and why the rest is not.
#
# `cmake --install BUILD --component NAME` installs the program of one driver, with NAME `core` the
# catalogue, campaigns and sites; without a component everything is installed.

include(CheckLinks)
include(Headers)
include(LibraryIdentity)

define_property(GLOBAL PROPERTY FFTBENCH_CATALOGUE BRIEF_DOCS "JSON objects, one per driver")
define_property(GLOBAL PROPERTY FFTBENCH_INSTRUMENTS BRIEF_DOCS "The same, of what is not installed")

# _fftbench_catalogue(property key value ...): adds an object. Values may hold semicolons, so nothing
# here is a CMake list.
function(_fftbench_catalogue property)
  set(entry "{}")
  math(EXPR last "${ARGC} - 1")
  foreach(key RANGE 1 ${last} 2)
    math(EXPR value "${key} + 1")
    set(text "${ARGV${value}}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(JSON entry SET "${entry}" "${ARGV${key}}" "\"${text}\"")
  endforeach()
  get_property(entries GLOBAL PROPERTY ${property})
  if(entries)
    string(PREPEND entry "${entries},\n")
  endif()
  set_property(GLOBAL PROPERTY ${property} "${entry}")
endfunction()

# fftbench_add_driver(name [INSTRUMENT] [DEVICE kind ...] SOURCES driver.cpp ... LIBRARIES targets ...)
# Builds the program fftbench-<name>: the harness, the driver's sources and its library. With
# INSTRUMENT it is not installed: it tests the benchmark, and no library. DEVICE names the memories
# besides the host's that the driver offers (cuda, hip, opencl): harness/devices has a folder for each,
# and where one can't be built there is no target fftbench_device_<kind>.
function(fftbench_add_driver name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSTRUMENT" "" "DEVICE;SOURCES;LIBRARIES")
  set(program fftbench-${name})
  add_executable(${program} ${arg_SOURCES})
  list(TRANSFORM arg_DEVICE PREPEND fftbench_device_)
  target_link_libraries(${program}
    PRIVATE fftbench_main ${arg_DEVICE} ${arg_LIBRARIES} fftbench_warnings)
  # A library's calls of MPI and FFTW must find the harness's definitions first.
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON LINKER_LANGUAGE CXX)
  fftbench_verify_headers(${program} *.hpp)
  set(catalogue FFTBENCH_INSTRUMENTS)
  if(NOT arg_INSTRUMENT)
    set(catalogue FFTBENCH_CATALOGUE)
    install(TARGETS ${program} RUNTIME DESTINATION bin COMPONENT ${name})
  endif()
  _fftbench_catalogue(${catalogue} name ${name} program bin/${program})
endfunction()

# fftbench_missing(result "header x.h" x_INCLUDE_DIR "library libx" x_LIBRARY ...)
# Says which parts of a library were not found, and where those lie that were.
function(fftbench_missing result)
  set(missing "")
  set(found "")
  math(EXPR last "${ARGC} - 1")
  foreach(part RANGE 1 ${last} 2)
    math(EXPR variable "${part} + 1")
    set(where "${${ARGV${variable}}}")
    if(where)
      list(APPEND found "${ARGV${part}} was, in ${where}")
    else()
      list(APPEND missing "${ARGV${part}}")
    endif()
  endforeach()
  list(JOIN missing " and " missing)
  string(APPEND missing " not found")
  if(found)
    list(JOIN found ", " found)
    string(APPEND missing " (${found})")
  endif()
  set(${result} "${missing}" PARENT_SCOPE)
endfunction()

# fftbench_driver_unavailable(name REASON "what was not found" HINT "what to set or install")
function(fftbench_driver_unavailable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "REASON;HINT" "")
  set(said "Driver ${name} is not built: ${arg_REASON}; ${arg_HINT}")
  message(STATUS "${said}")
  add_custom_target(fftbench-${name} COMMAND ${CMAKE_COMMAND} -E echo "${said}" VERBATIM)
  _fftbench_catalogue(FFTBENCH_CATALOGUE name ${name} reason "${arg_REASON}" hint "${arg_HINT}")
endfunction()

# fftbench_find_fortran(name besides found): enables Fortran, finds MPI for it, and sets `fortran`. Where
# either, or the package called `besides`, was not found, the driver is unavailable. A macro, since
# functions can't enable a language.
macro(fftbench_find_fortran name besides found)
  set(fortran FALSE)
  include(CheckLanguage)
  check_language(Fortran)
  if(NOT CMAKE_Fortran_COMPILER)
    fftbench_driver_unavailable(${name} REASON "there is no Fortran compiler"
      HINT "install gfortran, or set FC")
  else()
    enable_language(Fortran)
    find_package(MPI QUIET COMPONENTS Fortran)
    if(MPI_Fortran_FOUND AND "${found}")
      set(fortran TRUE)
    else()
      fftbench_driver_unavailable(${name}
        REASON "MPI for ${CMAKE_Fortran_COMPILER}, or ${besides}, was not found"
        HINT "use the Fortran compiler that MPI was built with (FC)")
    endif()
  endif()
endmacro()

# Paths of programs are relative to the catalogue's folder, so the installed one has others.
function(fftbench_write_catalogue)
  get_property(installed GLOBAL PROPERTY FFTBENCH_CATALOGUE)
  get_property(entries GLOBAL PROPERTY FFTBENCH_INSTRUMENTS)
  if(installed AND entries)
    string(PREPEND entries ",\n")
  endif()
  string(PREPEND entries "${installed}")
  set(content "{\"drivers\": [\n@entries@\n]}\n")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/drivers.json CONTENT "${content}" @ONLY)
  string(REGEX REPLACE "(\"program\" *: *\")" "\\1../../" entries "${installed}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/installed/drivers.json CONTENT "${content}" @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/installed/drivers.json
          DESTINATION share/fftbench COMPONENT core)
endfunction()
