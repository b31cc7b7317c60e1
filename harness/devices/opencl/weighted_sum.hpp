#pragma once
/// The sum that checks take in every repetition, by a kernel of the device.

#include <complex>
#include <fftbench/device.hpp>
#include <map>
#include <utility>

#include "handles.hpp"

namespace fftbench::opencl {

/// For devices with double precision.
class WeightedSum {
 public:
  WeightedSum(cl_context context, cl_device_id device) : context_(context), device_(device) {}

  std::complex<double> operator()(cl_command_queue queue, const DeviceArray& array,
                                  const AxisFactors& weights, double factor);

 private:
  cl_kernel kernel(const DeviceArray& array);

  cl_context context_;
  cl_device_id device_;
  std::map<std::pair<Precision, bool>, Kernel> kernels_;  ///< compiled when first needed
};

}  // namespace fftbench::opencl
