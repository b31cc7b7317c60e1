# Finds the C++ library of ducc0, which installs no package of its own: headers and libducc0.
#
# Target: DUCC0::ducc0. Set DUCC0_ROOT for an installation elsewhere, or a source tree with the
# library in its folder `build`: ducc0's authors advise against installing it for a whole system.

find_path(DUCC0_INCLUDE_DIR ducc0/fft/fft.h PATH_SUFFIXES src NO_CACHE)
find_library(DUCC0_LIBRARY ducc0 PATH_SUFFIXES build NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(DUCC0 REQUIRED_VARS DUCC0_LIBRARY DUCC0_INCLUDE_DIR)

if(DUCC0_FOUND AND NOT TARGET DUCC0::ducc0)
  add_library(DUCC0::ducc0 UNKNOWN IMPORTED)
  set_target_properties(DUCC0::ducc0 PROPERTIES
    IMPORTED_LOCATION "${DUCC0_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${DUCC0_INCLUDE_DIR}")
  target_link_libraries(DUCC0::ducc0 INTERFACE Threads::Threads)
endif()
