#pragma once
/// CUDA's runtime or HIP's, which has the same functions by other names: GPU(Malloc) is cudaMalloc
/// or hipMalloc. Here is what does not follow that rule. HIP (5.2) was compiled by us, never run.

#ifdef FFTBENCH_HIP
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
// Not cuda_runtime.h: in C++ that has further functions of the same names.
#include <cuda_runtime_api.h>
#define GPU(name) cuda##name
#endif

#include <cstddef>
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
inline hipMemoryType type_of(const PointerAttributes& pointer) {
#if HIP_VERSION_MAJOR < 6
  return pointer.memoryType;
#else
  return pointer.type;
#endif
}
inline Status allocate_pinned(void** memory, std::size_t bytes) {
  return hipHostMalloc(memory, bytes, hipHostMallocDefault);
}
inline Status free_pinned(void* memory) {
  return hipHostFree(memory);
}
#else
inline constexpr Memory kind = Memory::cuda;
inline constexpr const char* api = "CUDA";
inline constexpr Status out_of_memory = cudaErrorMemoryAllocation;
inline constexpr Status wrong_architecture = cudaErrorNoKernelImageForDevice;
using Properties = cudaDeviceProp;
using PointerAttributes = cudaPointerAttributes;
using CopyKind = cudaMemcpyKind;
inline cudaMemoryType type_of(const PointerAttributes& pointer) {
  return pointer.type;
}
inline Status allocate_pinned(void** memory, std::size_t bytes) {
  return cudaMallocHost(memory, bytes);
}
inline Status free_pinned(void* memory) {
  return cudaFreeHost(memory);
}
#endif

/// Throws Error that names what was done and why it failed.
void expect(Status status, const std::string& what);

}  // namespace fftbench::gpu
