# Finds PFFT in both precisions; it installs no CMake package.
#
# Target: PFFT::pfft. Set PFFT_ROOT for an installation elsewhere. FFTW3's targets with MPI must have
# been found before.

find_path(PFFT_INCLUDE_DIR pfft.h NO_CACHE)
find_library(PFFT_LIBRARY pfft NO_CACHE)
find_library(PFFT_SINGLE_LIBRARY pfftf NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PFFT
  REQUIRED_VARS PFFT_LIBRARY PFFT_SINGLE_LIBRARY PFFT_INCLUDE_DIR)

if(PFFT_FOUND AND NOT TARGET PFFT::pfft)
  add_library(PFFT::single UNKNOWN IMPORTED)
  set_target_properties(PFFT::single PROPERTIES
    IMPORTED_LOCATION "${PFFT_SINGLE_LIBRARY}"
    INTERFACE_LINK_LIBRARIES "FFTW3::single_mpi;MPI::MPI_CXX")
  add_library(PFFT::pfft UNKNOWN IMPORTED)
  set_target_properties(PFFT::pfft PROPERTIES
    IMPORTED_LOCATION "${PFFT_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${PFFT_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "PFFT::single;FFTW3::double_mpi;MPI::MPI_CXX")
endif()
