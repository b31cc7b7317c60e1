#include "weighted_sum.hpp"

#include <array>
#include <fftbench/error.hpp>
#include <numeric>
#include <vector>

#include "../three_axes.hpp"

namespace fftbench::opencl {
namespace {

/// Each work item takes every so manieth element of the box, and leaves one sum.
constexpr std::size_t items = 8192;

/// REAL is the type of a number, PARTS 2 for complex elements and 1 for real ones. Extents, strides
/// and weights are those of ThreeAxes, and `start` its `begin`.
constexpr const char* source = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void weighted_sum(__global REAL* array, __global const double2* weights,
                           __global double2* sums, const long4 extents, const long4 strides,
                           const long4 start, const double factor) {
  const long volume = extents.x * extents.y * extents.z;
  double2 sum = (double2)(0.0, 0.0);
  for (long i = get_global_id(0); i < volume; i += get_global_size(0)) {
    const long x = i / (extents.y * extents.z), y = i / extents.z % extents.y, z = i % extents.z;
    const double2 a = weights[start.x + x], b = weights[start.y + y], c = weights[start.z + z];
    const double2 ab = (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    const double2 w = (double2)(ab.x * c.x - ab.y * c.y, ab.x * c.y + ab.y * c.x);
    __global REAL* element = array + PARTS * (x * strides.x + y * strides.y + z * strides.z);
    const double re = element[0], im = PARTS == 2 ? element[PARTS - 1] : 0.0;
    sum += (double2)(re * w.x - im * w.y, re * w.y + im * w.x);
    if (factor != 1.0) {
      for (int part = 0; part < PARTS; ++part) element[part] *= (REAL)factor;
    }
  }
  sums[get_global_id(0)] = sum;
}
)";

cl_long4 vector_of(const std::array<Index, 3>& numbers) {
  return {{numbers[0], numbers[1], numbers[2], 0}};
}

Memory buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void* host = nullptr) {
  cl_int code = CL_SUCCESS;
  Memory made(clCreateBuffer(context, flags, bytes, host, &code));
  check(code, "clCreateBuffer");
  return made;
}

template <class... Arguments>
void set_arguments(cl_kernel kernel, const Arguments&... arguments) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
}

}  // namespace

cl_kernel WeightedSum::kernel(const DeviceArray& array) {
  Kernel& kernel = kernels_[{array.precision, array.complex}];
  if (kernel) return kernel.get();
  cl_int code = CL_SUCCESS;
  const char* text = source;
  const Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, &code));
  check(code, "clCreateProgramWithSource");
  const std::string real = array.precision == Precision::single_ ? "float" : "double";
  const std::string options = "-D REAL=" + real + " -D PARTS=" + (array.complex ? "2" : "1");
  check(clBuildProgram(program.get(), 1, &device_, options.c_str(), nullptr, nullptr),
        "clBuildProgram");
  kernel.reset(clCreateKernel(program.get(), "weighted_sum", &code));
  check(code, "clCreateKernel");
  return kernel.get();
}

std::complex<double> WeightedSum::operator()(cl_command_queue queue, const DeviceArray& array,
                                             const AxisFactors& weights, double factor) {
  if (array.layout.box.volume() == 0) return 0.0;
  ThreeAxes axes(array.layout, weights);
  std::vector<std::complex<double>> sums(items);
  const std::size_t weight_bytes = axes.weights.size() * sizeof axes.weights[0];
  const std::size_t sum_bytes = sums.size() * sizeof sums[0];
  const Memory on_device =
      buffer(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, weight_bytes, axes.weights.data());
  const Memory partial = buffer(context_, CL_MEM_WRITE_ONLY, sum_bytes);
  const cl_kernel sum = kernel(array);
  const auto data = static_cast<cl_mem>(array.data);
  const cl_mem factors = on_device.get(), results = partial.get();
  set_arguments(sum, data, factors, results, vector_of(axes.extent), vector_of(axes.stride),
                vector_of(axes.begin), factor);
  check(clEnqueueNDRangeKernel(queue, sum, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(
      clEnqueueReadBuffer(queue, results, CL_TRUE, 0, sum_bytes, sums.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  return std::accumulate(sums.begin(), sums.end(), std::complex<double>());
}

}  // namespace fftbench::opencl
