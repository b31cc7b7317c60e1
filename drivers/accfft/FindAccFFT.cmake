# Finds AccFFT, which installs no package of its own: static or shared, both precisions.
#
# Target: AccFFT::accfft. Needs FFTW3's targets and OpenMP. Set AccFFT_ROOT for an installation
# elsewhere.

find_path(AccFFT_INCLUDE_DIR accfft.h)
find_path(AccFFT_SINGLE_INCLUDE_DIR accfftf.h HINTS ${AccFFT_INCLUDE_DIR})
find_library(AccFFT_LIBRARY accfft)
mark_as_advanced(AccFFT_INCLUDE_DIR AccFFT_SINGLE_INCLUDE_DIR AccFFT_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(AccFFT
  REQUIRED_VARS AccFFT_LIBRARY AccFFT_INCLUDE_DIR AccFFT_SINGLE_INCLUDE_DIR)

if(AccFFT_FOUND AND NOT TARGET AccFFT::accfft)
  add_library(AccFFT::accfft UNKNOWN IMPORTED)
  set_target_properties(AccFFT::accfft PROPERTIES
    IMPORTED_LOCATION "${AccFFT_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${AccFFT_INCLUDE_DIR}")
  target_link_libraries(AccFFT::accfft INTERFACE
    FFTW3::double_omp FFTW3::single_omp OpenMP::OpenMP_CXX MPI::MPI_CXX)
endif()
