#pragma once
/// Stores of whole vectors, through the cache or around it.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "lanes/vector.hpp"

namespace taskfft::TASKFFT_LANES {

/// Around the cache: `to` must be aligned to the vector.
template <class Real>
TASKFFT_INLINE void stream_store(Real* to, typename Lanes<Real>::Vector value) {
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(value));
#elif defined(__AVX__)
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(value));
#elif defined(__SSE2__)
  _mm_stream_si128(reinterpret_cast<__m128i*>(to), reinterpret_cast<__m128i>(value));
#else
  *reinterpret_cast<typename Lanes<Real>::Loose*>(to) = value;
#endif
}

template <class Real>
TASKFFT_INLINE void store(Real* to, typename Lanes<Real>::Vector value, bool stream) {
  if (stream) {
    stream_store(to, value);
  } else {
    *reinterpret_cast<typename Lanes<Real>::Loose*>(to) = value;
  }
}

}  // namespace taskfft::TASKFFT_LANES
