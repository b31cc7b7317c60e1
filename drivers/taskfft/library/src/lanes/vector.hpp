#pragma once
/// One register of lanes: an element of `width` lines, or neighbouring points of fewer, real and
/// imaginary parts apart, so that no butterfly ever shuffles. Every instruction set has these in a
/// namespace of its own, since the linker merges equal names: nothing here may be shared between
/// sources compiled differently.

#include <cstddef>
#include <iterator>
#include <utility>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#ifndef TASKFFT_LANES  // the build names an instruction set; this one is every processor's
#define TASKFFT_LANES baseline
#define TASKFFT_VECTOR_BYTES 16
#endif

namespace taskfft::TASKFFT_LANES {

/// The radices of passes, the largest first: the primes, and products of them whose points the
/// registers hold, real and imaginary parts apart, 16 in 32 registers and 8 in 16. Larger
/// butterflies put some into memory and take them back, which costs more than a pass less saves.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr int kRadices[] = {16, 15, 13, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2};
#else
inline constexpr int kRadices[] = {13, 11, 8, 7, 6, 5, 4, 3, 2};
#endif

template <class Real>
struct Lanes {
  static constexpr int width = TASKFFT_VECTOR_BYTES / static_cast<int>(sizeof(Real));
  using Vector __attribute__((vector_size(TASKFFT_VECTOR_BYTES))) = Real;
  /// The same in memory, at any address.
  using Loose
      __attribute__((vector_size(TASKFFT_VECTOR_BYTES), aligned(alignof(Real)), may_alias)) = Real;
  struct Complex {
    Vector re, im;
  };
};

// Multiply-adds of vectors as wide as these, where processors of this kind have them.
#if defined(__AVX512F__) && TASKFFT_VECTOR_BYTES == 64
#define TASKFFT_FUSED(operation) _mm512_##operation
#elif defined(__FMA__) && TASKFFT_VECTOR_BYTES == 32
#define TASKFFT_FUSED(operation) _mm256_##operation
#endif

// Whole transforms become one function, but where nothing is optimised: each vector would then have
// a place of its own in that function's frame, of up to 250 kB in all.
#ifdef __OPTIMIZE__
#define TASKFFT_INLINE_LAMBDA __attribute__((always_inline))
#else
#define TASKFFT_INLINE_LAMBDA
#endif
#define TASKFFT_INLINE inline TASKFFT_INLINE_LAMBDA

template <class C>
TASKFFT_INLINE C add(C a, C b) {
  return {a.re + b.re, a.im + b.im};
}

template <class C>
TASKFFT_INLINE C subtract(C a, C b) {
  return {a.re - b.re, a.im - b.im};
}

template <class C>
TASKFFT_INLINE C times_minus_i(C a) {
  return {a.im, -a.re};
}

template <class C, class Real>
TASKFFT_INLINE C scaled(C a, Real factor) {
  return {a.re * factor, a.im * factor};
}

/// A vector of one number.
template <class Real>
TASKFFT_INLINE typename Lanes<Real>::Vector filled(Real number) {
  return [&]<int... I>(std::integer_sequence<int, I...>) TASKFFT_INLINE_LAMBDA {
    return typename Lanes<Real>::Vector{(static_cast<void>(I), number)...};
  }
  (std::make_integer_sequence<int, Lanes<Real>::width>{});
}

/// Of a complex product the second product of each part is rounded, and the first one together with
/// the sum: said here, and of neighbouring points in points.hpp, since what compilers fuse depends
/// on how much they optimize, and a line's bits must not depend on which of the two computes it.
template <class C, class Real>
TASKFFT_INLINE C multiply(C a, Real re, Real im) {
#ifdef TASKFFT_FUSED
  const typename Lanes<Real>::Vector all_re = filled(re);
  if constexpr (sizeof(Real) == sizeof(double)) {
    return {TASKFFT_FUSED(fmsub_pd)(a.re, all_re, a.im * im),
            TASKFFT_FUSED(fmadd_pd)(a.im, all_re, a.re * im)};
  } else {
    return {TASKFFT_FUSED(fmsub_ps)(a.re, all_re, a.im * im),
            TASKFFT_FUSED(fmadd_ps)(a.im, all_re, a.re * im)};
  }
#else
  return {a.re * re - a.im * im, a.im * re + a.re * im};
#endif
}

template <class C>
TASKFFT_INLINE C swapped(C a) {
  return {a.im, a.re};
}

/// From memory, at any address.
template <class Real>
TASKFFT_INLINE typename Lanes<Real>::Vector load_vector(const Real* from) {
  return *reinterpret_cast<const typename Lanes<Real>::Loose*>(from);
}

template <class Real>
TASKFFT_INLINE void store_vector(Real* to, typename Lanes<Real>::Vector value) {
  *reinterpret_cast<typename Lanes<Real>::Loose*>(to) = value;
}

/// Stores a vector around the cache: `to` must be aligned to the vector.
template <class Real>
TASKFFT_INLINE void stream_store(Real* to, typename Lanes<Real>::Vector value) {
#if defined(__AVX512F__) && TASKFFT_VECTOR_BYTES == 64
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(value));
#elif defined(__AVX__) && TASKFFT_VECTOR_BYTES == 32
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(value));
#elif defined(__SSE2__) && TASKFFT_VECTOR_BYTES == 16
  _mm_stream_si128(reinterpret_cast<__m128i*>(to), reinterpret_cast<__m128i>(value));
#else
  store_vector(to, value);
#endif
}

/// Brings a line of memory nearer that the next tile most often needs: into the second-level cache,
/// as the first one holds the present tile and what its passes leave each other.
TASKFFT_INLINE void fetch(const void* at) {
  __builtin_prefetch(at, 0, 2);
}

/// `next`: where the next tile most often has this vector. A store through the cache takes its line
/// from memory first, and processors look ahead for loads more than for stores to so many places.
template <class Real>
TASKFFT_INLINE void store(Real* to, typename Lanes<Real>::Vector value, bool stream, Real* next) {
  if (stream) {
    stream_store(to, value);
  } else {
    store_vector(to, value);
    fetch(next);
  }
}

}  // namespace taskfft::TASKFFT_LANES
