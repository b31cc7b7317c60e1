#pragma once
/// VkFFT on the CUDA device that is current.

#include <vkFFT.h>

#include <fftbench/error.hpp>
#include <fftbench/problem.hpp>
#include <string>

namespace fftbench::vkfft_driver {

/// CUDA's runtime and its driver count devices alike. VkFFT launches into the default stream, for
/// which the harness waits.
class Device {
 public:
  using Array = void*;
  static constexpr const char* name = "vkfft_cuda";
  static constexpr Memory memory = Memory::cuda;

  explicit Device(Array) {
    const cudaError_t code = cudaGetDevice(&device_);
    if (code != cudaSuccess) {
      throw Error(std::string("cudaGetDevice: ") + cudaGetErrorString(code));
    }
  }

  void enter(VkFFTConfiguration& configuration) { configuration.device = &device_; }
  void enter(VkFFTLaunchParams&) {}
  void finish() {}

 private:
  CUdevice device_ = 0;
};

}  // namespace fftbench::vkfft_driver
