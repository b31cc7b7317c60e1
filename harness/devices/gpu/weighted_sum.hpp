#pragma once
/// The sum of every repetition's check, on the device.

#include <complex>
#include <fftbench/device.hpp>

namespace fftbench::gpu {

/// What the sum needs on the device besides the array, made once for as many factors as come.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  /// Room for so many bytes; what was there before is lost.
  void* room(std::size_t bytes);

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// See DeviceSpace::weighted_sum. Throws Error where the device can't run the kernel.
std::complex<double> weighted_sum(const DeviceArray& array, const AxisFactors& weights,
                                  double factor, Scratch& scratch);

}  // namespace fftbench::gpu
