# Finds FFTW 3 with what there is of its precisions and parallel forms.
#
# Targets, each only where found: FFTW3::double, FFTW3::single, and for either precision
# FFTW3::<precision>_mpi, _omp (OpenMP) and _threads (pthreads).
# Components: the names above without "FFTW3::". Set FFTW3_ROOT for an installation elsewhere. Nothing is
# kept in the cache: what was removed since is not found again.

find_path(FFTW3_INCLUDE_DIR fftw3.h NO_CACHE)
find_path(FFTW3_MPI_INCLUDE_DIR fftw3-mpi.h HINTS ${FFTW3_INCLUDE_DIR} NO_CACHE)

function(_fftw3_target name library include)
  find_library(FFTW3_${name}_LIBRARY ${library} NO_CACHE)
  set(FFTW3_${name}_LIBRARY ${FFTW3_${name}_LIBRARY} PARENT_SCOPE)
  if(FFTW3_${name}_LIBRARY AND ${include} AND NOT TARGET FFTW3::${name})
    add_library(FFTW3::${name} UNKNOWN IMPORTED)
    set_target_properties(FFTW3::${name} PROPERTIES
      IMPORTED_LOCATION "${FFTW3_${name}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${${include}}")
    target_link_libraries(FFTW3::${name} INTERFACE ${ARGN})
  endif()
  if(TARGET FFTW3::${name})
    set(FFTW3_${name}_FOUND TRUE PARENT_SCOPE)
  endif()
endfunction()

foreach(precision IN ITEMS double single)
  if(precision STREQUAL "double")
    set(_fftw3_base fftw3)
  else()
    set(_fftw3_base fftw3f)
  endif()
  _fftw3_target(${precision} ${_fftw3_base} FFTW3_INCLUDE_DIR m)
  foreach(form IN ITEMS mpi omp threads)
    set(_fftw3_include FFTW3_INCLUDE_DIR)
    if(form STREQUAL "mpi")
      set(_fftw3_include FFTW3_MPI_INCLUDE_DIR)
    endif()
    _fftw3_target(${precision}_${form} ${_fftw3_base}_${form} ${_fftw3_include}
                  FFTW3::${precision})
  endforeach()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTW3 REQUIRED_VARS FFTW3_INCLUDE_DIR HANDLE_COMPONENTS)
