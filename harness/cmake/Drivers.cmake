# What a driver's folder calls. Its CMakeLists.txt looks for the library the ordinary way and ends in
# one of the two functions below; both add a line to the catalogue, drivers.json, from which
# `fftbench drivers` tells what is built and why the rest is not.

include(CheckLinks)
include(LibraryIdentity)

define_property(GLOBAL PROPERTY FFTBENCH_CATALOGUE BRIEF_DOCS "JSON objects, one per driver")

# _fftbench_catalogue(key value ...): one more object. Values may hold semicolons, so nothing here is
# a CMake list.
function(_fftbench_catalogue)
  set(entry "{}")
  math(EXPR last "${ARGC} - 1")
  foreach(key RANGE 0 ${last} 2)
    math(EXPR value "${key} + 1")
    set(text "${ARGV${value}}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(JSON entry SET "${entry}" "${ARGV${key}}" "\"${text}\"")
  endforeach()
  get_property(entries GLOBAL PROPERTY FFTBENCH_CATALOGUE)
  if(entries)
    string(PREPEND entry "${entries},\n")
  endif()
  set_property(GLOBAL PROPERTY FFTBENCH_CATALOGUE "${entry}")
endfunction()

# fftbench_add_driver(name SOURCES driver.cpp ... LIBRARIES targets ...)
# Builds the program fftbench-<name>: the harness, the driver's sources and its library.
function(fftbench_add_driver name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  set(program fftbench-${name})
  add_executable(${program} ${arg_SOURCES})
  target_link_libraries(${program} PRIVATE fftbench_main ${arg_LIBRARIES} fftbench_warnings)
  # A library's calls of MPI and FFTW must find the harness's definitions first.
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
  install(TARGETS ${program} RUNTIME DESTINATION bin)
  _fftbench_catalogue(name ${name} program bin/${program})
endfunction()

# fftbench_driver_unavailable(name REASON "what was not found" HINT "what to set or install")
function(fftbench_driver_unavailable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "REASON;HINT" "")
  message(STATUS "Driver ${name} is not built: ${arg_REASON}; ${arg_HINT}")
  _fftbench_catalogue(name ${name} reason "${arg_REASON}" hint "${arg_HINT}")
endfunction()

function(fftbench_write_catalogue)
  get_property(entries GLOBAL PROPERTY FFTBENCH_CATALOGUE)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/drivers.json
       CONTENT "{\"drivers\": [\n@entries@\n]}\n" @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/drivers.json DESTINATION share/fftbench)
endfunction()
