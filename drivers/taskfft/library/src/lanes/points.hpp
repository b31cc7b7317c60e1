#pragma once
/// Neighbouring points of a line in one register, real and imaginary parts by turns as in memory:
/// no butterfly needs more than one register a point, and a turn by 90 degrees is one shuffle.

#include <utility>

#include "lanes/shuffles.hpp"

// Moves of numbers to both places of a pair. They take all of a mask: without one GCC 12 warns of
// its own header (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593).
#if defined(__AVX512F__) && TASKFFT_VECTOR_BYTES == 64
#define TASKFFT_MOVED(operation, mask, numbers) _mm512_maskz_##operation(mask, numbers)
#elif defined(__FMA__) && TASKFFT_VECTOR_BYTES == 32
#define TASKFFT_MOVED(operation, mask, numbers) _mm256_##operation(numbers)
#endif

namespace taskfft::TASKFFT_LANES {

/// Half as many points as the vector has numbers. `inverse`: for the exponent sign +1, whose roots
/// are the conjugates of the others.
template <class Real, bool inverse>
struct Points {
  using Vector = typename Lanes<Real>::Vector;
  static constexpr int count = Lanes<Real>::width / 2;
  Vector numbers;
};

/// first, second, first, second ...
template <class Real>
TASKFFT_INLINE typename Lanes<Real>::Vector by_turns(Real first, Real second) {
  return [&]<int... I>(std::integer_sequence<int, I...>) TASKFFT_INLINE_LAMBDA {
    return typename Lanes<Real>::Vector{(I % 2 == 0 ? first : second)...};
  }
  (std::make_integer_sequence<int, Lanes<Real>::width>{});
}

/// Real and imaginary parts exchanged.
template <class Vector, int... I>
TASKFFT_INLINE Vector exchanged(Vector a, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, a, (I ^ 1)...);
}

/// Every real part twice, or every imaginary one.
template <class Real, int part>
TASKFFT_INLINE typename Lanes<Real>::Vector twice(typename Lanes<Real>::Vector a) {
#ifdef TASKFFT_MOVED
  // What these read from memory needs no shuffle.
  constexpr bool is_double = sizeof(Real) == sizeof(double);
  if constexpr (is_double && part == 0) return TASKFFT_MOVED(movedup_pd, 0xff, a);
  if constexpr (!is_double && part == 0) return TASKFFT_MOVED(moveldup_ps, 0xffff, a);
  if constexpr (!is_double && part == 1) return TASKFFT_MOVED(movehdup_ps, 0xffff, a);
#endif
  return [&]<int... I>(std::integer_sequence<int, I...>) TASKFFT_INLINE_LAMBDA {
    return __builtin_shufflevector(a, a, (I / 2 * 2 + part)...);
  }
  (std::make_integer_sequence<int, Lanes<Real>::width>{});
}

template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> add(Points<Real, inverse> a, Points<Real, inverse> b) {
  return {a.numbers + b.numbers};
}

template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> subtract(Points<Real, inverse> a, Points<Real, inverse> b) {
  return {a.numbers - b.numbers};
}

template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> scaled(Points<Real, inverse> a, Real factor) {
  return {a.numbers * factor};
}

/// Times re + i im, or by the conjugates for the inverse transform: every part stands twice.
template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> turned(Points<Real, inverse> a,
                                            typename Lanes<Real>::Vector re,
                                            typename Lanes<Real>::Vector im) {
  constexpr std::make_integer_sequence<int, Lanes<Real>::width> all{};
#ifdef TASKFFT_FUSED
  const auto across = exchanged(a.numbers, all) * im;
  if constexpr (sizeof(Real) == sizeof(double)) {
    if constexpr (inverse) return {TASKFFT_FUSED(fmsubadd_pd)(a.numbers, re, across)};
    return {TASKFFT_FUSED(fmaddsub_pd)(a.numbers, re, across)};
  } else {
    if constexpr (inverse) return {TASKFFT_FUSED(fmsubadd_ps)(a.numbers, re, across)};
    return {TASKFFT_FUSED(fmaddsub_ps)(a.numbers, re, across)};
  }
#else
  const auto sign = inverse ? by_turns<Real>(1, -1) : by_turns<Real>(-1, 1);
  return {a.numbers * re + exchanged(a.numbers, all) * (im * sign)};
#endif
}

/// Times a root for each, as they lie in a vector.
template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> turned(Points<Real, inverse> a,
                                            typename Lanes<Real>::Vector roots) {
  return turned(a, twice<Real, 0>(roots), twice<Real, 1>(roots));
}

/// Times one root for all of them.
template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> multiply(Points<Real, inverse> a, Real re, Real im) {
  return turned(a, filled(re), filled(im));
}

template <class Real, bool inverse>
TASKFFT_INLINE Points<Real, inverse> times_minus_i(Points<Real, inverse> a) {
  constexpr std::make_integer_sequence<int, Lanes<Real>::width> all{};
  return {exchanged(a.numbers, all) * (inverse ? by_turns<Real>(-1, 1) : by_turns<Real>(1, -1))};
}

/// As many vectors as each has points, rows and columns exchanged.
template <class Real>
TASKFFT_INLINE void transpose_points(typename Lanes<Real>::Vector* rows) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    transpose_chunks<Real, Lanes<Real>::width / 2, 1>(rows);
  } else {
    // A point takes the place of a number twice as long.
    using Long = typename Lanes<double>::Vector;
    constexpr int count = Lanes<double>::width;
    Long points[count];
#pragma GCC unroll 16
    for (int k = 0; k < count; ++k) points[k] = Long(rows[k]);
    transpose<double>(points);
#pragma GCC unroll 16
    for (int k = 0; k < count; ++k) rows[k] = typename Lanes<Real>::Vector(points[k]);
  }
}

/// The last point first.
template <class Vector, int... I>
TASKFFT_INLINE Vector reversed(Vector a, std::integer_sequence<int, I...>) {
  constexpr int last = sizeof...(I) - 2;
  return __builtin_shufflevector(a, a, (last - I / 2 * 2 + I % 2)...);
}

}  // namespace taskfft::TASKFFT_LANES
