#pragma once
/// Complex numbers, multiplied without the care for infinities that operator* takes.

#include <complex>

namespace taskfft {

template <class Real>
constexpr std::complex<Real> product(std::complex<Real> a, std::complex<Real> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace taskfft
