#pragma once
/// A half spectrum of reals from the transform of their pairs, taken for complex points, and back:
/// frequencies k and h - k of h points together. The formulas and their source are in Press et al.,
/// Numerical Recipes, section 12.3.

#include "lanes/vector.hpp"

namespace taskfft::TASKFFT_LANES {

/// The parts of X[k] and, up to signs, of X[h-k].
template <class C>
struct EvenOdd {
  C even, odd;
};

/// Of a = Z[k] and b = Z[h-k] with the root w^k, w = exp(-2 pi i / 2h): X[k] = even + odd,
///   even = (a + conj b) / 2,  odd = -i w^k (a - conj b) / 2.
template <class C, class Real>
TASKFFT_INLINE EvenOdd<C> split_pair(C a, C b, Real re, Real im) {
  constexpr Real half = static_cast<Real>(0.5);
  return {{(a.re + b.re) * half, (a.im - b.im) * half},
          multiply(C{(a.im + b.im) * half, (b.re - a.re) * half}, re, im)};
}

/// The opposite, times 2, of a = X[k] and b = X[h-k] with the same root: Z[k] = even + i odd,
///   even = a + conj b,  odd = w^-k (a - conj b).
template <class C, class Real>
TASKFFT_INLINE EvenOdd<C> join_pair(C a, C b, Real re, Real im) {
  return {{a.re + b.re, a.im - b.im}, multiply(C{a.re - b.re, a.im + b.im}, re, -im)};
}

}  // namespace taskfft::TASKFFT_LANES
