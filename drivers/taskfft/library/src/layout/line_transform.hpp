#pragma once
/// What can happen to lines, what undoes it, and what a problem asks of each axis.

#include <vector>

#include "support/element.hpp"

namespace taskfft {

/// What happens to the lines along one axis; dct1 to dst4 as the transforms of these names.
enum class LineTransform {
  copy,
  c2c,
  c2c_twiddle,  ///< c2c, and then the roots of unity between the halves of a 1-D transform
  twiddle_c2c,  ///< the other way round
  r2c,
  c2r,
  dct1,
  dct2,
  dct3,
  dct4,
  dst1,
  dst2,
  dst3,
  dst4
};

constexpr bool real_to_real(LineTransform transform) {
  return transform >= LineTransform::dct1;
}

constexpr bool has_twiddles(LineTransform transform) {
  return transform == LineTransform::c2c_twiddle || transform == LineTransform::twiddle_c2c;
}

/// Whether lines have a real and a half-complex end of different lengths.
constexpr bool halves(LineTransform transform) {
  return transform == LineTransform::r2c || transform == LineTransform::c2r;
}

/// What a forward transform of this kind does to lines.
LineTransform forward_line_transform(Transform kind);

/// What undoes a transform, but for a factor. For c2c that is the same with the other sign.
LineTransform inverse(LineTransform transform);

/// The kind along each axis of a problem, slowest first: r2c along one of them at most, the last
/// one where the problem has the same along all.
std::vector<Transform> axis_kinds(const Problem& problem);

/// What the caller's arrays hold.
Element input_element(const Problem& problem);
Element output_element(const Problem& problem);

}  // namespace taskfft
