#include "device/box_copy.hpp"

#include <algorithm>
#include <limits>

#include "device/steps.hpp"

namespace taskfft {
namespace {

/// The axis with the smallest steps among those that have any; an axis of extent 1 has none.
int fastest(const Triple& extent, const Triple& stride, int other_than) {
  int best = other_than == 2 ? 1 : 2;
  Index least = std::numeric_limits<Index>::max();
  for (int axis = 2; axis >= 0; --axis) {
    if (axis == other_than || extent[axis] == 1 || stride[axis] >= least) continue;
    best = axis;
    least = stride[axis];
  }
  return best;
}

}  // namespace

BoxCopy make_box_copy(const Triple& extent, const Triple& from, const Triple& to) {
  const int written = fastest(extent, to, -1);
  int read = fastest(extent, from, -1);
  const bool transposes = read != written;
  if (!transposes) read = fastest(extent, to, written);
  const int slow = 3 - read - written;
  BoxCopy copy{{}, {}, {}, transposes};
  const std::array axes{slow, read, written};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<std::size_t>(axes[k]);
    copy.extent[k] = extent[axis];
    copy.from[k] = from[axis];
    copy.to[k] = to[axis];
  }
  return copy;
}

}  // namespace taskfft
