#include "support/slices.hpp"

namespace fftbench {
namespace {

/// The axis whose elements lie farthest apart.
std::size_t slice_axis(const Layout& layout) {
  std::size_t across = 0;
  Index farthest = 0;
  for (std::size_t axis = 0; axis < layout.stride.size(); ++axis) {
    if (layout.box.extent(axis) < 2 || layout.stride[axis] <= farthest) continue;
    across = axis;
    farthest = layout.stride[axis];
  }
  return across;
}

}  // namespace

Layout slice_of(const Layout& layout, int which, int slices) {
  const std::size_t across = slice_axis(layout);
  Layout slice = layout;
  const Index lo = layout.box.lo[across], extent = layout.box.extent(across);
  slice.box.lo[across] = lo + extent * which / slices;
  slice.box.hi[across] = lo + extent * (which + 1) / slices;
  return slice;
}

int slices_of_rows(const Layout& layout, const ThreadPool* threads) {
  if (!threads || slice_axis(layout) == row_axis(layout)) return 1;
  return threads->parts();
}

}  // namespace fftbench
