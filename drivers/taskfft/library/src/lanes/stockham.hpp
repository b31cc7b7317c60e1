#pragma once
/// The passes of a Stockham transform, which leaves its output in order: with s the product of the
/// radices done so far and m the points of what is left over this radix r,
///   y[q + s (r p + j)] = w^(j p) sum_k x[q + s (p + m k)] exp(-2 pi i j k / r),  w = exp(-2 pi i /
///   r m)
/// (Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992, section 1.7).

#include <iterator>
#include <utility>

#include "lanes/butterfly.hpp"
#include "lanes/shuffles.hpp"
#include "lanes/tile_memory.hpp"

namespace taskfft::TASKFFT_LANES {

/// Lines side by side: at `at[i]` two vectors with element i of each, real and imaginary parts by
/// turns as in any array of complex numbers.
template <class Real, bool inverse>
struct AdjacentSource {
  using Vector = typename Lanes<Real>::Vector;
  using Complex = typename Lanes<Real>::Complex;
  static constexpr int width = Lanes<Real>::width;

  Real* const* at;

  TASKFFT_INLINE Complex get(long i) const {
    const Real* from = at[i];
    const Vector a = load_vector(from), b = load_vector(from + width);
    // Most often the lines right of these come next.
    fetch(from + 2 * width);
    fetch(from + 3 * width);
    return to_lanes<Real, inverse>(a, b);
  }
};

/// The same, to be written. `stream`: around the cache. `gaps`: of some elements `at[i]` is null,
/// and nobody keeps them. Both are constants, since a branch for each element costs a tenth of a
/// transform in the cache.
template <class Real, bool inverse, bool stream, bool gaps>
struct AdjacentSink {
  using Complex = typename Lanes<Real>::Complex;
  static constexpr int width = Lanes<Real>::width;

  Real* const* at;

  TASKFFT_INLINE void put(long i, Complex c) const {
    constexpr std::make_integer_sequence<int, width> all{};
    if (gaps && at[i] == nullptr) return;
    if (inverse) c = swapped(c);
    Real* const to = at[i];
    const auto a = interleave<kChunk<Real>, false>(c.re, c.im, all);
    const auto b = interleave<kChunk<Real>, true>(c.re, c.im, all);
    store<Real>(to, a, stream, to + 2 * width);
    store<Real>(to + width, b, stream, to + 3 * width);
  }
};

/// Calls act(sink) for lines side by side, whose elements `at` tells.
template <class Real, bool inverse, class Act>
TASKFFT_INLINE void with_sink(const LaneSide<Real>& out, Real* const* at, Act act) {
  if (out.stream) {
    act(AdjacentSink<Real, inverse, true, true>{at});
  } else if (has_gaps(out)) {
    act(AdjacentSink<Real, inverse, false, true>{at});
  } else {
    act(AdjacentSink<Real, inverse, false, false>{at});
  }
}

/// Lanes in memory of the kernel's own.
template <class Real>
struct Scratch {
  using Complex = typename Lanes<Real>::Complex;
  Complex* at;
  TASKFFT_INLINE Complex get(long i) const { return at[i]; }
  TASKFFT_INLINE void put(long i, Complex c) const { at[i] = c; }
};

template <class Real, int radix, class Source, class Sink>
TASKFFT_INLINE void stockham(long m, long s, const Real* twiddles, Source source, Sink sink) {
  typename Lanes<Real>::Complex x[radix];
  for (long p = 0; p < m; ++p, twiddles += 2 * (radix - 1)) {
    for (long q = 0; q < s; ++q) {
#pragma GCC unroll 16
      for (int k = 0; k < radix; ++k) x[k] = source.get(q + s * (p + m * k));
      butterfly<Real, radix>(x);
      sink.put(q + s * radix * p, x[0]);
#pragma GCC unroll 16
      for (int j = 1; j < radix; ++j) {
        sink.put(q + s * (radix * p + j), multiply(x[j], twiddles[2 * j - 2], twiddles[2 * j - 1]));
      }
    }
  }
}

/// m == 1: nothing is left, and no twiddles.
template <class Real, int radix, class Source, class Sink>
TASKFFT_INLINE void stockham_last(long s, Source source, Sink sink) {
  typename Lanes<Real>::Complex x[radix];
  for (long q = 0; q < s; ++q) {
#pragma GCC unroll 16
    for (int k = 0; k < radix; ++k) x[k] = source.get(q + s * k);
    butterfly<Real, radix>(x);
#pragma GCC unroll 16
    for (int j = 0; j < radix; ++j) sink.put(q + s * j, x[j]);
  }
}

template <class Act, std::size_t... k>
TASKFFT_INLINE void with_radix(int radix, Act act, std::index_sequence<k...>) {
  (void)((radix == kRadices[k] && (act(std::integral_constant<int, kRadices[k]>{}), true)) || ...);
}

/// Calls act(radix as a constant), which is one of kRadices.
template <class Act>
TASKFFT_INLINE void with_radix(int radix, Act act) {
  with_radix(radix, act, std::make_index_sequence<std::size(kRadices)>{});
}

}  // namespace taskfft::TASKFFT_LANES
