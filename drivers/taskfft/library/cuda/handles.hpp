#pragma once
/// CUDA's objects with owners.

#include <cuda_runtime.h>
#include <cufft.h>

#include <utility>

namespace taskfft {

/// Owns a handle that `end` destroys. CUDA ends its own with the process, which it then says;
/// nothing can be done about either.
template <class Handle, auto end>
class CudaHandle {
 public:
  CudaHandle() = default;
  explicit CudaHandle(Handle handle) : handle_(handle), owns_(true) {}
  ~CudaHandle() {
    if (owns_) static_cast<void>(end(handle_));
  }
  CudaHandle(CudaHandle&& other) noexcept
      : handle_(other.handle_), owns_(std::exchange(other.owns_, false)) {}
  CudaHandle& operator=(CudaHandle&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(owns_, other.owns_);
    return *this;
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_{};
  bool owns_ = false;
};

using CudaStream = CudaHandle<cudaStream_t, cudaStreamDestroy>;
using CudaEvent = CudaHandle<cudaEvent_t, cudaEventDestroy>;
using CufftPlan = CudaHandle<cufftHandle, cufftDestroy>;

}  // namespace taskfft
