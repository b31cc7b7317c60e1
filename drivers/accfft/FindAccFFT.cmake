# Finds AccFFT, which installs no package of its own: static or shared, both precisions.
#
# Targets: AccFFT::accfft, and where the library for GPUs is there AccFFT::accfft_gpu. Both need FFTW3's
# targets and OpenMP, the latter CUDA's. Set AccFFT_ROOT for an installation elsewhere.

find_path(AccFFT_INCLUDE_DIR accfft.h NO_CACHE)
find_path(AccFFT_SINGLE_INCLUDE_DIR accfftf.h HINTS ${AccFFT_INCLUDE_DIR} NO_CACHE)
find_library(AccFFT_LIBRARY accfft NO_CACHE)
find_path(AccFFT_GPU_INCLUDE_DIR accfft_gpuf.h HINTS ${AccFFT_INCLUDE_DIR} NO_CACHE)
find_library(AccFFT_GPU_LIBRARY accfft_gpu NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(AccFFT
  REQUIRED_VARS AccFFT_LIBRARY AccFFT_INCLUDE_DIR AccFFT_SINGLE_INCLUDE_DIR)

# _accfft_target(name library include_directory libraries...)
function(_accfft_target name library include_directory)
  if(TARGET AccFFT::${name})
    return()
  endif()
  add_library(AccFFT::${name} UNKNOWN IMPORTED)
  set_target_properties(AccFFT::${name} PROPERTIES
    IMPORTED_LOCATION "${library}"
    INTERFACE_INCLUDE_DIRECTORIES "${include_directory}")
  target_link_libraries(AccFFT::${name} INTERFACE ${ARGN}
    FFTW3::double_omp FFTW3::single_omp OpenMP::OpenMP_CXX MPI::MPI_CXX)
endfunction()

if(AccFFT_FOUND)
  _accfft_target(accfft "${AccFFT_LIBRARY}" "${AccFFT_INCLUDE_DIR}")
endif()
if(AccFFT_GPU_LIBRARY AND AccFFT_GPU_INCLUDE_DIR AND TARGET CUDA::cufft)
  _accfft_target(accfft_gpu "${AccFFT_GPU_LIBRARY}" "${AccFFT_GPU_INCLUDE_DIR}" CUDA::cufft CUDA::cudart)
endif()
