#include "kernel.hpp"

#include <algorithm>

#include "taskfft/error.hpp"

namespace taskfft {

Kernel forward_kernel(Transform kind) {
  switch (kind) {
    case Transform::c2c:
      return Kernel::c2c;
    case Transform::r2c:
      return Kernel::r2c;
    case Transform::dct1:
      return Kernel::dct1;
    case Transform::dct2:
      return Kernel::dct2;
    case Transform::dct3:
      return Kernel::dct3;
    case Transform::dct4:
      return Kernel::dct4;
    case Transform::dst1:
      return Kernel::dst1;
    case Transform::dst2:
      return Kernel::dst2;
    case Transform::dst3:
      return Kernel::dst3;
    case Transform::dst4:
      return Kernel::dst4;
  }
  throw ArgumentError("unknown transform: use one of those that Transform names");
}

Kernel inverse(Kernel kernel) {
  switch (kernel) {
    case Kernel::c2c_twiddle:
      return Kernel::twiddle_c2c;
    case Kernel::twiddle_c2c:
      return Kernel::c2c_twiddle;
    case Kernel::r2c:
      return Kernel::c2r;
    case Kernel::c2r:
      return Kernel::r2c;
    case Kernel::dct2:
      return Kernel::dct3;
    case Kernel::dct3:
      return Kernel::dct2;
    case Kernel::dst2:
      return Kernel::dst3;
    case Kernel::dst3:
      return Kernel::dst2;
    default:
      return kernel;
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
  const bool halved = axis_kinds(problem).back() == Transform::r2c;
  return halved ? Element::real : output_element(problem);
}

Element output_element(const Problem& problem) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  const bool real =
      std::all_of(kinds.begin(), kinds.end(), [](Transform kind) { return real_to_real(kind); });
  return real ? Element::real : Element::complex;
}

}  // namespace taskfft
