#pragma once
/// The kinds of transforms in lists, for libraries that have them all.

#include <fftbench/problem.hpp>
#include <vector>

namespace fftbench {

/// dct1 to dst4.
inline const std::vector<Transform>& real_transforms() {
  using enum Transform;
  static const std::vector<Transform> all{dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4};
  return all;
}

/// With c2c and r2c: all that there are.
inline std::vector<Transform> all_transforms() {
  std::vector<Transform> all{Transform::c2c, Transform::r2c};
  all.insert(all.end(), real_transforms().begin(), real_transforms().end());
  return all;
}

}  // namespace fftbench
