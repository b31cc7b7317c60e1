# Finds FFTE, whose Makefiles build its tests alone, in the two libraries that Spack makes of it:
# libffte, of its lines, and libfftempi, of its distributed transforms (README.md of drivers/ffte).
#
# Target: FFTE::ffte. Set FFTE_ROOT for an installation elsewhere. MPI's Fortran must have been found
# before, and Fortran be enabled. OpenMP, where FFTE was compiled with it, is the caller's to add.

find_library(FFTE_LIBRARY ffte NO_CACHE)
find_library(FFTE_MPI_LIBRARY fftempi NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTE REQUIRED_VARS FFTE_LIBRARY FFTE_MPI_LIBRARY)

if(FFTE_FOUND AND NOT TARGET FFTE::ffte)
  add_library(FFTE::ffte UNKNOWN IMPORTED)
  set_target_properties(FFTE::ffte PROPERTIES
    IMPORTED_LOCATION "${FFTE_MPI_LIBRARY}"
    INTERFACE_LINK_LIBRARIES
      "${FFTE_LIBRARY};MPI::MPI_Fortran;${CMAKE_Fortran_IMPLICIT_LINK_LIBRARIES}")
endif()
