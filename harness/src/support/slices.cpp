#include "support/slices.hpp"

namespace fftbench {

Layout slice_of(const Layout& layout, int which, int slices) {
  std::size_t across = 0;
  Index farthest = 0;
  for (std::size_t axis = 0; axis < layout.stride.size(); ++axis) {
    if (layout.box.extent(axis) < 2 || layout.stride[axis] <= farthest) continue;
    across = axis;
    farthest = layout.stride[axis];
  }
  Layout slice = layout;
  const Index lo = layout.box.lo[across], extent = layout.box.extent(across);
  slice.box.lo[across] = lo + extent * which / slices;
  slice.box.hi[across] = lo + extent * (which + 1) / slices;
  return slice;
}

}  // namespace fftbench
