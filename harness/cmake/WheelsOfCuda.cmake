# CUDA's toolkit as PyPI has it, in wheels: it compiles and links programs where there is no GPU, and
# nobody else brings a toolkit. Its libraries have the names by which programs load them; those by
# which they are linked are made in the build's folder.

set(fftbench_nvcc_of_wheels "(.*/site-packages/nvidia/cu[0-9]+)/bin/nvcc$")

# fftbench_cuda_of_wheels(): has CMake take the one in .venv (pip install -e '.[cuda]') where nobody
# names another and none is in the path.
function(fftbench_cuda_of_wheels)
  if(CMAKE_CUDA_COMPILER MATCHES "${fftbench_nvcc_of_wheels}" AND NOT EXISTS "${CMAKE_CUDA_COMPILER}")
    unset(CMAKE_CUDA_COMPILER CACHE)  # .venv is another one since
  endif()
  if(CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX})
    return()
  endif()
  find_program(FFTBENCH_NVCC nvcc)
  mark_as_advanced(FFTBENCH_NVCC)
  file(GLOB compilers ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/cu*/bin/nvcc)
  if(compilers AND NOT FFTBENCH_NVCC)
    list(GET compilers -1 compiler)
    set(CMAKE_CUDA_COMPILER ${compiler} CACHE FILEPATH "CUDA compiler" FORCE)
  endif()
endfunction()

# fftbench_link_cuda_of_wheels(): its libraries by both names in a folder that is searched first.
macro(fftbench_link_cuda_of_wheels)
  if(CMAKE_CUDA_COMPILER MATCHES "${fftbench_nvcc_of_wheels}")
    list(APPEND CMAKE_INSTALL_RPATH ${CMAKE_MATCH_1}/lib)
    file(GLOB libraries ${CMAKE_MATCH_1}/lib/*)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/cuda/lib)
    foreach(library IN LISTS libraries)
      cmake_path(GET library FILENAME name)
      string(REGEX REPLACE "[.]so[.].*" ".so" short ${name})
      file(CREATE_LINK ${library} ${PROJECT_BINARY_DIR}/cuda/lib/${name} SYMBOLIC)
      file(CREATE_LINK ${library} ${PROJECT_BINARY_DIR}/cuda/lib/${short} SYMBOLIC)
    endforeach()
    list(PREPEND CMAKE_LIBRARY_PATH ${PROJECT_BINARY_DIR}/cuda/lib)
    link_directories(BEFORE ${PROJECT_BINARY_DIR}/cuda/lib)
  endif()
endmacro()
