#pragma once
/// VkFFT on the OpenCL device that holds the arrays.

#include <vkFFT.h>

#include <fftbench/error.hpp>
#include <fftbench/problem.hpp>
#include <string>

namespace fftbench::vkfft_driver {

inline void check(cl_int code, const char* call) {
  if (code != CL_SUCCESS) throw Error(std::string(call) + ": OpenCL error " + std::to_string(code));
}

/// The context of an array, its device, and a queue of our own in it.
class Device {
 public:
  using Array = cl_mem;
  static constexpr const char* name = "vkfft_opencl";
  static constexpr Memory memory = Memory::opencl;

  explicit Device(Array array) {
    check(clGetMemObjectInfo(array, CL_MEM_CONTEXT, sizeof context_, &context_, nullptr),
          "clGetMemObjectInfo");
    check(clGetContextInfo(context_, CL_CONTEXT_DEVICES, sizeof device_, &device_, nullptr),
          "clGetContextInfo");
    cl_int code = CL_SUCCESS;
    queue_ = clCreateCommandQueue(context_, device_, 0, &code);
    check(code, "clCreateCommandQueue");
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { clReleaseCommandQueue(queue_); }

  void enter(VkFFTConfiguration& configuration) {
    configuration.device = &device_;
    configuration.context = &context_;
  }
  void enter(VkFFTLaunchParams& launch) { launch.commandQueue = &queue_; }

  /// OpenCL can't wait for a device as a whole, so that whoever made a queue waits for it.
  void finish() { check(clFinish(queue_), "clFinish"); }

 private:
  cl_context context_ = nullptr;
  cl_device_id device_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

}  // namespace fftbench::vkfft_driver
