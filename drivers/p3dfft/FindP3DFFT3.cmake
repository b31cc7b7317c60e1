# Finds P3DFFT++ (version 3 of P3DFFT), which installs no CMake package.
#
# Target: P3DFFT3::p3dfft3. Set P3DFFT3_ROOT for an installation elsewhere.
# FFTW3 (double and single) and MPI must have been found before.

find_path(P3DFFT3_INCLUDE_DIR p3dfft3config.h PATH_SUFFIXES p3dfft++ NO_CACHE)
find_library(P3DFFT3_LIBRARY p3dfft.3 NO_CACHE)

if(P3DFFT3_INCLUDE_DIR)
  file(STRINGS ${P3DFFT3_INCLUDE_DIR}/p3dfft3config.h P3DFFT3_VERSION REGEX "define PACKAGE_VERSION ")
  string(REGEX REPLACE ".*\"(.*)\"" "\\1" P3DFFT3_VERSION "${P3DFFT3_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(P3DFFT3
  REQUIRED_VARS P3DFFT3_LIBRARY P3DFFT3_INCLUDE_DIR VERSION_VAR P3DFFT3_VERSION)

if(P3DFFT3_FOUND AND NOT TARGET P3DFFT3::p3dfft3)
  add_library(P3DFFT3::p3dfft3 UNKNOWN IMPORTED)
  # Its header knows which FFT library and planner it was configured for only with HAVE_CONFIG_H.
  set_target_properties(P3DFFT3::p3dfft3 PROPERTIES
    IMPORTED_LOCATION "${P3DFFT3_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${P3DFFT3_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS HAVE_CONFIG_H
    INTERFACE_LINK_LIBRARIES "FFTW3::double;FFTW3::single;MPI::MPI_CXX")
endif()
