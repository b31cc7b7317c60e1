# Finds SimGrid's SMPI in place of an MPI library: MPI on simulated ranks of a simulated network.
# Its compiler wrappers are not needed: they replace sleep() and the like, which taskfft doesn't call.

find_path(SIMGRID_INCLUDE_DIR smpi/mpi.h)
find_library(SIMGRID_LIBRARY simgrid)
mark_as_advanced(SIMGRID_INCLUDE_DIR SIMGRID_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MPI REQUIRED_VARS SIMGRID_LIBRARY SIMGRID_INCLUDE_DIR)
foreach(language IN ITEMS C CXX)
  if(MPI_FOUND AND NOT TARGET MPI::MPI_${language})
    add_library(MPI::MPI_${language} INTERFACE IMPORTED GLOBAL)
    target_include_directories(MPI::MPI_${language} INTERFACE
      ${SIMGRID_INCLUDE_DIR}/smpi ${SIMGRID_INCLUDE_DIR})
    target_link_libraries(MPI::MPI_${language} INTERFACE ${SIMGRID_LIBRARY})
  endif()
endforeach()
