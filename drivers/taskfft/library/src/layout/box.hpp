#pragma once
/// Boxes of array elements along three internal axes.

#include <algorithm>
#include <array>

#include "taskfft/problem.hpp"

namespace taskfft {

/// Three values, one per internal axis. Two-dimensional arrays have an axis 0 of extent 1 in front.
using Triple = std::array<Index, 3>;

/// Half-open range of global indices.
struct Range {
  Index lo = 0;
  Index hi = 0;
  Index size() const { return hi - lo; }
  auto operator<=>(const Range&) const = default;
};

/// Even distribution of a range over parts: the first (size % parts) parts get one more.
inline Range split(Range range, int parts, int part) {
  const Index base = range.size() / parts;
  const Index rest = range.size() % parts;
  const Index lo = range.lo + part * base + std::min<Index>(part, rest);
  return {lo, lo + base + (part < rest ? 1 : 0)};
}

/// Rectangular part of a global array.
struct Box {
  std::array<Range, 3> axis;
  Range& operator[](int a) { return axis[a]; }
  const Range& operator[](int a) const { return axis[a]; }
  Index volume() const { return axis[0].size() * axis[1].size() * axis[2].size(); }
  bool operator==(const Box&) const = default;
};

/// The common part; axes without one get an empty range.
inline Box intersect(const Box& a, const Box& b) {
  Box common;
  for (int d = 0; d < 3; ++d) {
    common[d].lo = std::max(a[d].lo, b[d].lo);
    common[d].hi = std::max(common[d].lo, std::min(a[d].hi, b[d].hi));
  }
  return common;
}

/// Of several the first one.
inline int longest_axis(const Box& box) {
  int longest = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (box[axis].size() > box[longest].size()) longest = axis;
  }
  return longest;
}

inline Box whole_box(const Triple& extents) {
  return {{Range{0, extents[0]}, {0, extents[1]}, {0, extents[2]}}};
}

/// Strides of a box stored without gaps, axes named from slowest to fastest.
inline Triple dense_strides(const Box& box, std::array<int, 3> slowest_first) {
  Triple stride{};
  Index step = 1;
  for (int k = 2; k >= 0; --k) {
    const int a = slowest_first[k];
    stride[a] = step;
    step *= box[a].size();
  }
  return stride;
}

}  // namespace taskfft
