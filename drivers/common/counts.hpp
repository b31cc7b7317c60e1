#pragma once
/// Numbers of points, for libraries that count in int.

#include <algorithm>
#include <fftbench/driver.hpp>
#include <limits>
#include <string>

namespace fftbench {

/// The points of the largest of so many parts, which are as even as can be.
inline Index share(Index points, Index parts) {
  return (points + parts - 1) / parts;
}

inline bool fits_int(Index count) {
  return count <= std::numeric_limits<int>::max();
}

/// Refuses axes that are too long for a library that counts their points in int.
inline Support axes_in_int(const Extents& shape, const std::string& library) {
  if (std::all_of(shape.begin(), shape.end(), fits_int)) return Support::yes();
  return Support::no(library + " counts the points of an axis in int");
}

}  // namespace fftbench
