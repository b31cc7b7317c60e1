#pragma once
/// How FLUPS has each kind of transform: by conditions at the two ends of cells or of nodes.

#include <flups.h>

#include <array>
#include <fftbench/problem.hpp>

namespace fftbench {

/// Of a kind along an axis of n points (its paper's table I). On nodes it wants the ends, too,
/// where a function that is odd there is zero; on cells DCT-II and DST-II keep one mode more.
struct Ends {
  std::array<FLUPS_BoundaryType, 2> conditions;
  FLUPS_CenterType centre = CELL_CENTER;
  int points = 0;       ///< that it is given besides n
  int first_point = 0;  ///< the place of the first of the n
  int modes = 0;        ///< that it keeps besides n
  int first_mode = 0;   ///< DST-I and DST-II leave room for the mode 0, which is none
};

inline Ends ends_of(Transform transform) {
  switch (transform) {
    case Transform::dct1:
      return {{EVEN, EVEN}, NODE_CENTER};
    case Transform::dct2:
      return {.conditions = {EVEN, EVEN}, .modes = 1};
    case Transform::dct3:
      return {.conditions = {EVEN, ODD}, .centre = NODE_CENTER, .points = 1, .modes = 1};
    case Transform::dct4:
      return {{EVEN, ODD}};
    case Transform::dst1:
      return {{ODD, ODD}, NODE_CENTER, 2, 1, 2, 1};
    case Transform::dst2:
      return {.conditions = {ODD, ODD}, .modes = 1, .first_mode = 1};
    case Transform::dst3:
      return {{ODD, EVEN}, NODE_CENTER, 1, 1, 1, 0};
    case Transform::dst4:
      return {{ODD, EVEN}};
    default:
      return {{PER, PER}};
  }
}

/// What FLUPS is given: the array, and on nodes the ends.
inline Extents given(const Problem& problem) {
  Extents points = problem.shape;
  for (std::size_t axis = 0; axis < 3; ++axis) points[axis] += ends_of(problem.kind(axis)).points;
  return points;
}

}  // namespace fftbench
