# Tests of C++ code. Those with MPI run on more ranks than there may be cores.

if(NOT BUILD_TESTING)
  return()
endif()
enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

# Begins a folder of tests: they run once, so that optimising them is lost time, much of it where they
# are sanitized (RelWithDebInfo); and in a unity build they are not joined, since they share names.
macro(fftbench_test_folder)
  set(CMAKE_UNITY_BUILD OFF)
  add_compile_options($<$<CONFIG:Release>:-O1> $<$<CONFIG:RelWithDebInfo>:-O0>)
endmacro()

# Where several files of a program include GoogleTest, it is parsed once for all of them.
function(_fftbench_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(count GREATER 2)
    target_precompile_headers(${target} PRIVATE <gtest/gtest.h>)
  endif()
endfunction()

# fftbench_add_unit_test(name SOURCES ... LIBRARIES ...): a GoogleTest program without MPI.
function(fftbench_add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main fftbench_warnings)
  _fftbench_precompile(${name})
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60)
endfunction()

# The main of a GoogleTest program under mpirun, to be compiled into it.
set(FFTBENCH_MPI_MAIN ${CMAKE_CURRENT_LIST_DIR}/../tests/mpi_main.cpp)

# fftbench_add_mpi_test(name target RANKS 1 2 3): runs a program with its own main at these counts.
function(fftbench_add_mpi_test name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TIMEOUT" "RANKS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 1800)  # ends what hangs; a busy machine takes minutes
  endif()
  set(flags "")
  if(MPI_CXX_LIBRARY_VERSION_STRING MATCHES "Open MPI")
    set(flags --oversubscribe --bind-to none)
  endif()
  _fftbench_precompile(${target})
  foreach(ranks IN LISTS arg_RANKS)
    set(test ${name}.${ranks}_ranks)
    add_test(NAME ${test}
             COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${flags}
                     $<TARGET_FILE:${target}>)
    # Waiting ranks must yield the core; containers run as root. Other MPIs ignore these.
    set_tests_properties(${test} PROPERTIES TIMEOUT ${arg_TIMEOUT} PROCESSORS 2 ENVIRONMENT
      "OMPI_MCA_mpi_yield_when_idle=1;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
  endforeach()
endfunction()
