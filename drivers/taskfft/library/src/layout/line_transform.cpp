#include "layout/line_transform.hpp"

#include <algorithm>

#include "taskfft/error.hpp"

namespace taskfft {

LineTransform forward_line_transform(Transform kind) {
  switch (kind) {
    case Transform::c2c:
      return LineTransform::c2c;
    case Transform::r2c:
      return LineTransform::r2c;
    case Transform::dct1:
      return LineTransform::dct1;
    case Transform::dct2:
      return LineTransform::dct2;
    case Transform::dct3:
      return LineTransform::dct3;
    case Transform::dct4:
      return LineTransform::dct4;
    case Transform::dst1:
      return LineTransform::dst1;
    case Transform::dst2:
      return LineTransform::dst2;
    case Transform::dst3:
      return LineTransform::dst3;
    case Transform::dst4:
      return LineTransform::dst4;
  }
  throw ArgumentError("unknown transform: use one of those that Transform names");
}

LineTransform inverse(LineTransform transform) {
  switch (transform) {
    case LineTransform::c2c_twiddle:
      return LineTransform::twiddle_c2c;
    case LineTransform::twiddle_c2c:
      return LineTransform::c2c_twiddle;
    case LineTransform::r2c:
      return LineTransform::c2r;
    case LineTransform::c2r:
      return LineTransform::r2c;
    case LineTransform::dct2:
      return LineTransform::dct3;
    case LineTransform::dct3:
      return LineTransform::dct2;
    case LineTransform::dst2:
      return LineTransform::dst3;
    case LineTransform::dst3:
      return LineTransform::dst2;
    default:
      return transform;
  }
}

std::vector<Transform> axis_kinds(const Problem& problem) {
  if (!problem.kinds.empty()) return problem.kinds;
  const Transform last = problem.transform;
  const Transform other = last == Transform::r2c ? Transform::c2c : last;
  std::vector<Transform> kinds(problem.extents.size(), other);
  kinds.back() = last;
  return kinds;
}

Element input_element(const Problem& problem) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  const bool halved = std::find(kinds.begin(), kinds.end(), Transform::r2c) != kinds.end();
  return halved ? Element::real : output_element(problem);
}

Element output_element(const Problem& problem) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  const bool real =
      std::all_of(kinds.begin(), kinds.end(), [](Transform kind) { return real_to_real(kind); });
  return real ? Element::real : Element::complex;
}

}  // namespace taskfft
