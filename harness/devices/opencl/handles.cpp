#include "handles.hpp"

#include <fmt/core.h>

#include <fftbench/error.hpp>

namespace fftbench::opencl {

void check(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return;
  throw Error(fmt::format("{}: OpenCL error {} (its name is in CL/cl.h)", call, code));
}

std::string text(cl_device_id device, cl_device_info what) {
  std::size_t bytes = 0;
  check(clGetDeviceInfo(device, what, 0, nullptr, &bytes), "clGetDeviceInfo");
  std::string value(bytes, '\0');
  check(clGetDeviceInfo(device, what, bytes, value.data(), nullptr), "clGetDeviceInfo");
  return value.substr(0, value.find('\0'));
}

}  // namespace fftbench::opencl
