#include "lines/real_kinds.hpp"

#include <cmath>
#include <numbers>

namespace taskfft {

template <class Real>
Index RealKind<Real>::points(LineTransform kind, Index length) {
  if (kind == LineTransform::dct1) return 2 * (length - 1);
  return kind == LineTransform::dst1 ? 2 * (length + 1) : length;
}

template <class Real>
RealKind<Real>::RealKind(LineTransform kind, Index length) : kind_(kind), length_(length) {
  if (kind == LineTransform::dct1 || kind == LineTransform::dst1) return;
  for (Index m = 0; m < 4 * length; ++m) {
    const long double angle = -std::numbers::pi_v<long double> * static_cast<long double>(m) /
                              static_cast<long double>(4 * length);
    roots_.emplace_back(static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle)));
  }
}

template class RealKind<double>;
template class RealKind<float>;

}  // namespace taskfft
