#pragma once
/// CUDA's runtime or HIP's, which has the same functions by other names: GPU(Malloc) is cudaMalloc
/// or hipMalloc. Here is what does not follow that rule. Of HIP nothing was ever run by us.

#ifdef FFTBENCH_HIP
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif

#include <fftbench/problem.hpp>
#include <string>

namespace fftbench::gpu {

using Status = GPU(Error_t);
#ifdef FFTBENCH_HIP
inline constexpr Memory kind = Memory::hip;
inline constexpr const char* api = "HIP";
inline constexpr Status out_of_memory = hipErrorOutOfMemory;
inline constexpr Status wrong_architecture = hipErrorNoBinaryForGpu;
using Properties = hipDeviceProp_t;
using PointerAttributes = hipPointerAttribute_t;
using CopyKind = hipMemcpyKind;
#else
inline constexpr Memory kind = Memory::cuda;
inline constexpr const char* api = "CUDA";
inline constexpr Status out_of_memory = cudaErrorMemoryAllocation;
inline constexpr Status wrong_architecture = cudaErrorNoKernelImageForDevice;
using Properties = cudaDeviceProp;
using PointerAttributes = cudaPointerAttributes;
using CopyKind = cudaMemcpyKind;
#endif

/// Throws Error that names what was done and why it failed.
void expect(Status status, const std::string& what);

}  // namespace fftbench::gpu
