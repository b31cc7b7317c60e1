#include "lines/twiddles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace taskfft {

Twiddles::Twiddles(Index n) : step_(static_cast<Index>(std::sqrt(static_cast<double>(n))) + 1) {
  const auto exact = [n](Index m) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(m) /
                              static_cast<long double>(n);
    return Root(static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle)));
  };
  for (Index m = 0; m < step_; ++m) fine_.push_back(exact(m));
  for (Index m = 0; m < n; m += step_) coarse_.push_back(exact(m));
}

template <class Real>
void Twiddles::multiply(std::complex<Real>* line, Index length, Index k, int sign) const {
  constexpr Index block = 64;
  const double direction = sign;
  std::array<Root, block> within;
  for (Index j = 0; j < std::min(block, length); ++j) within[j] = root(j * k);
  for (Index begin = 0; begin < length; begin += block) {
    const Root first = root(begin * k);
    std::complex<Real>* const part = line + begin;
    const Index size = std::min(block, length - begin);
    for (Index j = 0; j < size; ++j) {
      const Root w = product(first, within[j]);
      const Root value =
          product(Root(part[j].real(), part[j].imag()), {w.real(), direction * w.imag()});
      part[j] = {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
    }
  }
}

template void Twiddles::multiply(std::complex<double>*, Index, Index, int) const;
template void Twiddles::multiply(std::complex<float>*, Index, Index, int) const;

}  // namespace taskfft
