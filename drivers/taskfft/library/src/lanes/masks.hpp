#pragma once
/// Vectors that are read and written in part: of lines side by side that need not fill a tile.

#include <type_traits>

#include "lanes/vector.hpp"

namespace taskfft::TASKFFT_LANES {

#if defined(__AVX512F__) && TASKFFT_VECTOR_BYTES == 64
#define TASKFFT_MASKED(operation, kind) _mm512_##operation##_##kind
inline constexpr bool kMasks = true;
#elif defined(__AVX512VL__) && TASKFFT_VECTOR_BYTES == 32
#define TASKFFT_MASKED(operation, kind) _mm256_##operation##_##kind
inline constexpr bool kMasks = true;
#else
inline constexpr bool kMasks = false;
#endif

/// The first so many numbers of a vector: 0 .. width, others are taken for the nearest of these.
template <class Real>
TASKFFT_INLINE unsigned mask_of(int numbers) {
  constexpr int width = Lanes<Real>::width;
  if (numbers <= 0) return 0;
  return numbers >= width ? (1u << width) - 1 : (1u << numbers) - 1;
}

/// What the mask has of a vector in memory, and zeros. Only with kMasks.
template <class Real>
TASKFFT_INLINE typename Lanes<Real>::Vector load_masked(const Real* from, unsigned mask) {
#ifdef TASKFFT_MASKED
  using Mask = std::conditional_t<Lanes<Real>::width == 16, __mmask16, __mmask8>;
  if constexpr (sizeof(Real) == sizeof(double)) {
    return TASKFFT_MASKED(maskz_loadu, pd)(static_cast<Mask>(mask), from);
  } else {
    return TASKFFT_MASKED(maskz_loadu, ps)(static_cast<Mask>(mask), from);
  }
#else
  (void)from, (void)mask;
  return typename Lanes<Real>::Vector{};
#endif
}

/// What the mask has of a vector to memory. Only with kMasks.
template <class Real>
TASKFFT_INLINE void store_masked(Real* to, unsigned mask, typename Lanes<Real>::Vector value) {
#ifdef TASKFFT_MASKED
  using Mask = std::conditional_t<Lanes<Real>::width == 16, __mmask16, __mmask8>;
  if constexpr (sizeof(Real) == sizeof(double)) {
    TASKFFT_MASKED(mask_storeu, pd)(to, static_cast<Mask>(mask), value);
  } else {
    TASKFFT_MASKED(mask_storeu, ps)(to, static_cast<Mask>(mask), value);
  }
#else
  (void)to, (void)mask, (void)value;
#endif
}

}  // namespace taskfft::TASKFFT_LANES
