#pragma once
/// OpenCL's handles, owned, and its errors.

#include <CL/cl.h>

#include <memory>
#include <string>
#include <type_traits>

namespace fftbench::opencl {

/// Throws Error with the call's name and OpenCL's number where `code` is not success.
void check(cl_int code, const char* call);

template <auto release>
struct Releaser {
  template <class Handle>
  void operator()(Handle* handle) const {
    release(handle);
  }
};

template <class Handle, auto release>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Releaser<release>>;

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Memory = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;

/// What a device tells of itself as text.
std::string text(cl_device_id device, cl_device_info what);

template <class Number>
Number number(cl_device_id device, cl_device_info what) {
  Number value = 0;
  check(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
  return value;
}

}  // namespace fftbench::opencl
