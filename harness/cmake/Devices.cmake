# Memories besides the host's. Each that can be built is an object library fftbench_device_<kind> of
# harness/devices, which a driver's program links (DEVICE in fftbench_add_driver); why another can't is
# kept for the drivers that would need it.

include(CheckLanguage)
include(WheelsOfCuda)

# fftbench_no_device(kind REASON "what was not found" HINT "what to set or install")
function(fftbench_no_device kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "REASON;HINT" "")
  set_property(GLOBAL PROPERTY FFTBENCH_NO_DEVICE_${kind}_REASON "${arg_REASON}")
  set_property(GLOBAL PROPERTY FFTBENCH_NO_DEVICE_${kind}_HINT "${arg_HINT}")
endfunction()

# fftbench_check_device(name kind): whether a driver can have this memory, as <name>_DEVICE. Where it
# can't, the driver is unavailable for that reason.
function(fftbench_check_device name kind)
  if(TARGET fftbench_device_${kind})
    set(${name}_DEVICE TRUE PARENT_SCOPE)
    return()
  endif()
  set(${name}_DEVICE FALSE PARENT_SCOPE)
  get_property(reason GLOBAL PROPERTY FFTBENCH_NO_DEVICE_${kind}_REASON)
  get_property(hint GLOBAL PROPERTY FFTBENCH_NO_DEVICE_${kind}_HINT)
  fftbench_driver_unavailable(${name} REASON "${reason}" HINT "${hint}")
endfunction()

# Kernels of the harness's own run wherever the libraries do, unless it is said otherwise.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(CMAKE_CUDA_ARCHITECTURES all-major)
endif()
# One runtime in a program, the libraries' own: what stands in front of its copies is found by them.
if(NOT DEFINED CMAKE_CUDA_RUNTIME_LIBRARY)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
endif()
set(FFTBENCH_CUDA OFF)
fftbench_cuda_of_wheels()
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  fftbench_link_cuda_of_wheels()
  enable_language(CUDA)
  # CMake 3.25 knows the flag of older compilers only.
  if(CMAKE_CUDA_COMPILER_ID STREQUAL NVIDIA AND NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  # CMake 3.25 sets a property of it, which toolkits from 13 on no longer have.
  if(CMAKE_VERSION VERSION_LESS 3.27 AND NOT TARGET CUDA::nvToolsExt)
    add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
  endif()
  find_package(CUDAToolkit QUIET)
  if(CUDAToolkit_FOUND AND TARGET CUDA::cudart)
    set(FFTBENCH_CUDA ON)
  endif()
endif()

check_language(HIP)
if(CMAKE_HIP_COMPILER)
  enable_language(HIP)
endif()

find_package(OpenCL QUIET)
