# Finds fftMPI's 3-D library in double precision, which installs nothing by itself: its own source
# folder will do.
#
# Target: FFTMPI::fft3d. Set FFTMPI_ROOT to a prefix, or to the checkout that it was built in.

find_path(FFTMPI_INCLUDE_DIR fft3d.h PATH_SUFFIXES fftmpi src NO_CACHE)
find_library(FFTMPI_LIBRARY fft3dmpi PATH_SUFFIXES src NO_CACHE)

if(FFTMPI_INCLUDE_DIR AND EXISTS ${FFTMPI_INCLUDE_DIR}/version.h)
  file(STRINGS ${FFTMPI_INCLUDE_DIR}/version.h FFTMPI_VERSION REGEX "define FFTMPI_VERSION ")
  string(REGEX REPLACE ".*\"(.*)\"" "\\1" FFTMPI_VERSION "${FFTMPI_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTMPI
  REQUIRED_VARS FFTMPI_LIBRARY FFTMPI_INCLUDE_DIR VERSION_VAR FFTMPI_VERSION)

if(FFTMPI_FOUND AND NOT TARGET FFTMPI::fft3d)
  add_library(FFTMPI::fft3d UNKNOWN IMPORTED)
  set_target_properties(FFTMPI::fft3d PROPERTIES
    IMPORTED_LOCATION "${FFTMPI_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${FFTMPI_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES MPI::MPI_CXX)
  if(TARGET FFTW3::double)  # who transforms its lines is chosen when it is built
    target_link_libraries(FFTMPI::fft3d INTERFACE FFTW3::double)
  endif()
endif()
