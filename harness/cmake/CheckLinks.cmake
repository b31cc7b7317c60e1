# Whether a library that was found can be used: one that is broken must be named, and not take the
# other drivers down.

# fftbench_check_links(name LIBRARY "what was found, and where" HINT "what to do"
#                      PROGRAM "text of a C++ (FORTRAN: Fortran) program that calls it"
#                      [SOURCES further files] LIBRARIES targets ...)
# Builds the program, anew whenever CMake runs since the library may have been mended. Sets
# <name>_LINKS; where that is false, the driver is in the catalogue as unavailable with the reason.
function(fftbench_check_links name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FORTRAN" "LIBRARY;HINT;PROGRAM" "SOURCES;LIBRARIES")
  set(file check.cpp)
  if(arg_FORTRAN)
    set(file check.f90)
  endif()
  if(arg_SOURCES)
    list(PREPEND arg_SOURCES SOURCES)
  endif()
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name}-check-links)
  try_compile(links SOURCE_FROM_CONTENT ${file} "${arg_PROGRAM}" ${arg_SOURCES}
    NO_CACHE LINK_LIBRARIES ${arg_LIBRARIES} OUTPUT_VARIABLE output COPY_FILE ${program})
  if(links)
    _fftbench_two_mpis(said ${program})
  else()
    fftbench_first_error(said "${output}")
  endif()
  if(said)
    fftbench_driver_unavailable(${name}
      REASON "${arg_LIBRARY} can't be used with this compiler and MPI: ${said}" HINT "${arg_HINT}")
    set(links FALSE)
  endif()
  set(${name}_LINKS ${links} PARENT_SCOPE)
endfunction()

# Sets `result` to what is wrong where the program would load two MPI libraries; a C interface
# links in spite of that.
function(_fftbench_two_mpis result program)
  execute_process(COMMAND ldd ${program} OUTPUT_VARIABLE needed ERROR_QUIET)
  string(REGEX MATCHALL "libmpi(ch)?\\.so[.0-9]*" found "${needed}")
  list(REMOVE_DUPLICATES found)
  list(JOIN found " and " found)
  if(found MATCHES " and ")
    set(${result} "it was built for another MPI: the program needs ${found}" PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

# fftbench_first_error(result output): sets `result` to the first complaint of a compiler or linker.
function(fftbench_first_error result output)
  string(REGEX MATCH "(undefined (reference|symbol)|cannot find|[Ee]rror:)[^\n]*" said "${output}")
  if(NOT said)
    set(said "see CMake's log")
  endif()
  string(REPLACE "\t" " " said "${said}")
  set(${result} "${said}" PARENT_SCOPE)
endfunction()
