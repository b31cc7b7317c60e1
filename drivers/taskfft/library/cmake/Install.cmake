# Installs the library, its headers, its CMake package (find_package(taskfft)) and files for pkg-config.
# Into a wheel goes the library alone: a file, since a wheel holds no links, and with the paths to FFTW
# that it was linked with, since nothing else there finds one outside of the system's folders.
if(SKBUILD)
  install(FILES $<TARGET_FILE:taskfft> DESTINATION . RENAME libtaskfft.so)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION .)
  return()
endif()
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/taskfft)
set(targets taskfft taskfft_lanes)
set(languages "C|CXX")
set(pkg_config_files taskfft.pc)
if(TASKFFT_FORTRAN)
  list(APPEND targets taskfft_fortran)
  string(APPEND languages "|Fortran")
  list(APPEND pkg_config_files taskfft-fortran.pc)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/fortran/modules/ DESTINATION include/taskfft/fortran)
endif()
install(TARGETS ${targets} EXPORT taskfft_targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/taskfft DESTINATION include
  PATTERN device_plan.hpp EXCLUDE)  # taskfft::cuda is not installed yet
install(EXPORT taskfft_targets NAMESPACE taskfft:: DESTINATION ${package} FILE targets.cmake)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# A static library needs what it was linked with; a shared one brings it.
set(link "-ltaskfft")
set(requires "")
set(packages "")  # that find_package(taskfft) finds first
set(libraries_of_cxx "")
get_target_property(type taskfft TYPE)
if(type STREQUAL "STATIC_LIBRARY")
  set(libraries_of_cxx "${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES}")
  string(APPEND link " -ltaskfft_lanes -lstdc++ -lm -pthread")
  if(TASKFFT_FFTW_USED)
    set(requires "fftw3 fftw3f")
    list(APPEND packages "find_dependency(FFTW3 COMPONENTS double single)")
  endif()
  if(TASKFFT_TBB_USED)
    string(APPEND requires " tbb")
    list(APPEND packages "find_dependency(TBB)")
  endif()
  if(TASKFFT_OPENMP_USED)
    string(APPEND link " ${OpenMP_CXX_FLAGS}")
  endif()
endif()
list(JOIN packages "\n" packages)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/taskfftConfig.cmake.in
  ${PROJECT_BINARY_DIR}/taskfftConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/taskfftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/taskfftConfig.cmake ${PROJECT_BINARY_DIR}/taskfftConfigVersion.cmake
  DESTINATION ${package})
if(packages MATCHES FFTW3)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/FindFFTW3.cmake DESTINATION ${package})
endif()
# By where these files lie, as all may be installed elsewhere (cmake --install --prefix) or moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(prefix_of_pkg_config ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  set(prefix_of_pkg_config "\${pcfiledir}/${up}")
endif()
foreach(file IN LISTS pkg_config_files)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file}.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
