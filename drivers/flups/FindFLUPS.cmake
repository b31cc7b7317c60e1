# Finds FLUPS with what it needs, h3lpr and HDF5; it installs no CMake package.
#
# Targets: FLUPS::a2a, FLUPS::nb and FLUPS::isr, one for each way of exchanging: the same functions,
# so a program can link one of them. Set FLUPS_ROOT for an installation elsewhere. FFTW3's targets
# must have been found before.

find_path(FLUPS_INCLUDE_DIR flups.h NO_CACHE)
foreach(exchange IN ITEMS a2a nb isr)
  find_library(FLUPS_${exchange}_LIBRARY flups_${exchange} NO_CACHE)
endforeach()
find_library(FLUPS_H3LPR_LIBRARY h3lpr NO_CACHE)
find_library(FLUPS_HDF5_LIBRARY hdf5 PATH_SUFFIXES hdf5/openmpi hdf5/mpich NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLUPS REQUIRED_VARS FLUPS_a2a_LIBRARY FLUPS_nb_LIBRARY
  FLUPS_isr_LIBRARY FLUPS_H3LPR_LIBRARY FLUPS_HDF5_LIBRARY FLUPS_INCLUDE_DIR)

if(FLUPS_FOUND AND NOT TARGET FLUPS::a2a)
  find_package(OpenMP REQUIRED)
  foreach(exchange IN ITEMS a2a nb isr)
    add_library(FLUPS::${exchange} UNKNOWN IMPORTED)
    set_target_properties(FLUPS::${exchange} PROPERTIES
      IMPORTED_LOCATION "${FLUPS_${exchange}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${FLUPS_INCLUDE_DIR}"
      INTERFACE_LINK_LIBRARIES
        "${FLUPS_H3LPR_LIBRARY};${FLUPS_HDF5_LIBRARY};FFTW3::double_omp;FFTW3::double;OpenMP::OpenMP_CXX;MPI::MPI_CXX")
  endforeach()
endif()
