#pragma once
/// What CUDA's calls answer.

#include <cuda_runtime_api.h>

#include <fftbench/error.hpp>
#include <string>

namespace fftbench::lower_bound::device {

/// Throws Error that names what was done and why it failed.
inline void expect(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // what is told once must not be found by the next call
  throw Error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

}  // namespace fftbench::lower_bound::device
