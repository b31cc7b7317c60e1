# Every header must compile alone: whoever includes it need not know what it needs. For what is not
# ours this is strict where nothing is precompiled: cmake --preset dev -D FFTBENCH_VERIFY_HEADERS=ON

option(FFTBENCH_VERIFY_HEADERS "Compile every header alone" OFF)

# What these headers include of the standard library and others, parsed once for all that are many:
# it takes most of their time.
function(_fftbench_precompile_elsewhere target)
  list(LENGTH ARGN count)
  if(count LESS 8)
    return()
  endif()
  set(elsewhere "")
  foreach(header IN LISTS ARGN)
    file(STRINGS ${header} lines REGEX "^#include <")
    list(APPEND elsewhere ${lines})
  endforeach()
  list(TRANSFORM elsewhere REPLACE "^#include " "")
  list(FILTER elsewhere EXCLUDE REGEX "<(fftbench|taskfft)/")
  list(REMOVE_DUPLICATES elsewhere)
  target_precompile_headers(${target} PRIVATE ${elsewhere})
endfunction()

# fftbench_verify_headers(target PATTERNS...): one object per header that matches a pattern, made with
# the include paths, definitions and libraries of `target`, without optimisation.
function(fftbench_verify_headers target)
  if(NOT FFTBENCH_VERIFY_HEADERS)
    return()
  endif()
  file(GLOB headers CONFIGURE_DEPENDS ${ARGN})
  if(NOT headers)
    return()
  endif()
  set(sources "")
  foreach(header IN LISTS headers)
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE name)
    string(REPLACE "/" "_" name ${name})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_headers/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(${target}_headers OBJECT ${sources})
  target_compile_definitions(${target}_headers
    PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  target_include_directories(${target}_headers
    PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  list(TRANSFORM libraries REPLACE "^fftbench_main$" fftbench_headers)  # not its objects
  target_link_libraries(${target}_headers PRIVATE ${libraries} fftbench_warnings)
  target_compile_options(${target}_headers PRIVATE -O0)
  _fftbench_precompile_elsewhere(${target}_headers ${headers})
  set_target_properties(${target}_headers PROPERTIES UNITY_BUILD OFF)
endfunction()
