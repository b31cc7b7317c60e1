#pragma once
/// Stores around the cache, and their order.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace taskfft {

/// Stores around the cache are not ordered by a release: after this, on the thread that made them,
/// they are.
inline void order_streaming_stores() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Copies around the cache where it is written. Runs that follow each other should be copied one
/// after the other, as they share a line of memory.
inline void streaming_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
#if defined(__SSE2__)
  constexpr std::size_t unit = sizeof(__m128i);
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(to) % unit;
  const std::size_t head = beyond == 0 ? 0 : unit - beyond;
  if (bytes >= head + unit) {
    std::memcpy(to, from, head);
    const std::size_t whole = (bytes - head) / unit * unit;
    for (std::size_t at = head; at < head + whole; at += unit) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + at),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at)));
    }
    to += head + whole;
    from += head + whole;
    bytes -= head + whole;
  }
#endif
  std::memcpy(to, from, bytes);
}

}  // namespace taskfft
