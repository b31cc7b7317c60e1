#pragma once
/// An array as the sum's kernel sees it.

#include <cstddef>
#include <fftbench/device.hpp>
#include <vector>

#include "strided_sum.hpp"

namespace fftbench::gpu {

/// Axes in the order of memory, and their weights one after the other, as they are copied to the
/// device. The pointers of `array` are still those of the host.
struct Prepared {
  Prepared(const Layout& layout, const AxisFactors& factors);

  /// `array` with its weights at another address.
  Strided with_weights_at(const Pair<double>* elsewhere) const;
  std::size_t weight_bytes() const { return weights.size() * sizeof(Pair<double>); }

  Strided array;
  std::vector<Pair<double>> weights;

 private:
  Index begin_[3];  ///< of each axis' weights
};

}  // namespace fftbench::gpu
