#pragma once
/// Order for stores around the cache.

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

}  // namespace taskfft
