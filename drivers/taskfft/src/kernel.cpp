#include "kernel.hpp"

#include "taskfft/error.hpp"

namespace taskfft {

Kernel last_kernel(Transform transform) {
  switch (transform) {
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

Kernel other_kernel(Transform transform) {
  return transform == Transform::r2c ? Kernel::c2c : last_kernel(transform);
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

}  // namespace taskfft
