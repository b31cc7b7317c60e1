#pragma once
/// An array and the weights of its elements as kernels take them: of three axes, the slowest in
/// memory first. Those that an array does not have are of one point and weigh one.

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <fftbench/device.hpp>
#include <limits>
#include <numeric>
#include <vector>

namespace fftbench {

struct ThreeAxes {
  ThreeAxes(const Layout& layout, const AxisFactors& factors);

  std::array<Index, 3> extent{1, 1, 1};
  std::array<Index, 3> stride{0, 0, 0};
  std::array<Index, 3> begin{0, 0, 0};  ///< of each axis' weights
  std::vector<std::complex<double>> weights;
};

/// The axes of a layout. Those of one index come first: their stride means nothing.
inline std::vector<std::size_t> slowest_first(const Layout& layout) {
  std::vector<std::size_t> axes(layout.box.lo.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  const auto step = [&](std::size_t axis) {
    return layout.box.extent(axis) > 1 ? layout.stride[axis] : std::numeric_limits<Index>::max();
  };
  std::stable_sort(axes.begin(), axes.end(),
                   [&](std::size_t a, std::size_t b) { return step(a) > step(b); });
  return axes;
}

inline ThreeAxes::ThreeAxes(const Layout& layout, const AxisFactors& factors) {
  const std::vector<std::size_t> axes = slowest_first(layout);
  const std::size_t missing = 3 - axes.size();
  for (std::size_t place = 0; place < 3; ++place) {
    begin[place] = static_cast<Index>(weights.size());
    if (place < missing) {
      weights.emplace_back(1.0);
      continue;
    }
    const std::size_t axis = axes[place - missing];
    extent[place] = layout.box.extent(axis);
    stride[place] = layout.stride[axis];
    weights.insert(weights.end(), factors[axis].begin(), factors[axis].end());
  }
}

}  // namespace fftbench
