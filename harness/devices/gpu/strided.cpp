#include "strided.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fftbench::gpu {
namespace {

/// The axes of a layout from the slowest in memory to the fastest. Axes of one index come first:
/// their stride means nothing.
std::vector<std::size_t> slowest_first(const Layout& layout) {
  std::vector<std::size_t> axes(layout.box.lo.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  const auto step = [&](std::size_t axis) {
    return layout.box.extent(axis) > 1 ? layout.stride[axis] : std::numeric_limits<Index>::max();
  };
  std::stable_sort(axes.begin(), axes.end(),
                   [&](std::size_t a, std::size_t b) { return step(a) > step(b); });
  return axes;
}

}  // namespace

Prepared::Prepared(const Layout& layout, const AxisFactors& factors) : array{}, begin_{} {
  const std::vector<std::size_t> axes = slowest_first(layout);
  const std::size_t missing = 3 - axes.size();
  for (std::size_t place = 0; place < 3; ++place) {
    begin_[place] = weights.size();
    array.extent[place] = 1;
    array.stride[place] = 0;
    if (place < missing) {
      weights.push_back({1.0, 0.0});
      continue;
    }
    const std::size_t axis = axes[place - missing];
    array.extent[place] = layout.box.extent(axis);
    array.stride[place] = layout.stride[axis];
    for (const std::complex<double>& factor : factors[axis]) {
      weights.push_back({factor.real(), factor.imag()});
    }
  }
  array = with_weights_at(weights.data());
}

Strided Prepared::with_weights_at(const Pair<double>* elsewhere) const {
  Strided moved = array;
  for (std::size_t place = 0; place < 3; ++place) moved.weights[place] = elsewhere + begin_[place];
  return moved;
}

}  // namespace fftbench::gpu
