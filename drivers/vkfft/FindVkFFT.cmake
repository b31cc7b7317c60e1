# Finds VkFFT, a header: Debian has it alone, its sources in the folder vkFFT.
#
# Target: VkFFT::VkFFT. Set VkFFT_ROOT for sources elsewhere.

find_path(VkFFT_INCLUDE_DIR vkFFT.h PATH_SUFFIXES vkFFT NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(VkFFT REQUIRED_VARS VkFFT_INCLUDE_DIR)

if(VkFFT_FOUND AND NOT TARGET VkFFT::VkFFT)
  add_library(VkFFT::VkFFT INTERFACE IMPORTED)
  set_target_properties(VkFFT::VkFFT PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${VkFFT_INCLUDE_DIR}")
endif()
