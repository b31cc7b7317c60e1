# Finds P3DFFT 2.7 in double precision, which installs no CMake package. Its libp3dfft has names of
# P3DFFT++'s, so it may lie in a prefix, or a folder of one, that is called p3dfft2.
#
# Target: P3DFFT2::p3dfft2. Set P3DFFT2_ROOT for an installation elsewhere. FFTW3 and MPI's Fortran
# must have been found before, and Fortran be enabled.

find_library(P3DFFT2_LIBRARY p3dfft PATH_SUFFIXES p3dfft2/lib p3dfft2 NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(P3DFFT2 REQUIRED_VARS P3DFFT2_LIBRARY)

if(P3DFFT2_FOUND AND NOT TARGET P3DFFT2::p3dfft2)
  add_library(P3DFFT2::p3dfft2 UNKNOWN IMPORTED)
  set_target_properties(P3DFFT2::p3dfft2 PROPERTIES
    IMPORTED_LOCATION "${P3DFFT2_LIBRARY}"
    INTERFACE_LINK_LIBRARIES
      "FFTW3::double;MPI::MPI_Fortran;${CMAKE_Fortran_IMPLICIT_LINK_LIBRARIES}")
endif()
