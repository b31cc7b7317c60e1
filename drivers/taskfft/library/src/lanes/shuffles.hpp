#pragma once
/// Vectors of complex numbers to lanes and back.

#include <utility>

#include "lanes/vector.hpp"

namespace taskfft::TASKFFT_LANES {

/// Numbers in 16 bytes. Shuffles that keep within such chunks of their vectors, or move whole
/// chunks, take no table of places and are the fastest that processors have.
template <class Real>
inline constexpr int kChunk = 16 / static_cast<int>(sizeof(Real));

/// Of the complex numbers in two vectors, chunk by chunk: the real parts or the imaginary ones.
template <int chunk, bool imaginary, class Vector, int... I>
TASKFFT_INLINE Vector parts(Vector a, Vector b, std::integer_sequence<int, I...>) {
  constexpr int width = sizeof...(I), half = chunk / 2;
  return __builtin_shufflevector(
      a, b, (I / chunk * chunk + I % chunk / half * width + I % half * 2 + (imaginary ? 1 : 0))...);
}

/// a0 b0 a1 b1 ... of the lower half of each chunk of two vectors, or of the upper one.
template <int chunk, bool upper, class Vector, int... I>
TASKFFT_INLINE Vector interleave(Vector a, Vector b, std::integer_sequence<int, I...>) {
  constexpr int width = sizeof...(I), start = upper ? chunk / 2 : 0;
  return __builtin_shufflevector(a, b,
                                 (I / chunk * chunk + start + I % chunk / 2 + I % 2 * width)...);
}

/// The complex numbers that lie in two vectors, in the lanes that lane_of() tells; of the inverse
/// transform, real and imaginary parts exchanged.
template <class Real, bool inverse>
TASKFFT_INLINE typename Lanes<Real>::Complex to_lanes(typename Lanes<Real>::Vector a,
                                                      typename Lanes<Real>::Vector b) {
  constexpr std::make_integer_sequence<int, Lanes<Real>::width> all{};
  const typename Lanes<Real>::Complex c{parts<kChunk<Real>, false>(a, b, all),
                                        parts<kChunk<Real>, true>(a, b, all)};
  return inverse ? swapped(c) : c;
}

/// Chunks 0, 2, 4 ... of two vectors in a row, or 1, 3, 5 ...
template <int chunk, bool odd, class Vector, int... I>
TASKFFT_INLINE Vector every_second_chunk(Vector a, Vector b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, (I / chunk * 2 * chunk + (odd ? chunk : 0) + I % chunk)...);
}

/// The lane of line k of a tile. Two vectors hold the complex numbers of lines side by side, and
/// parts() puts those of the second one behind those of the first in every chunk.
template <class Real>
constexpr int lane_of(int line) {
  constexpr int half = Lanes<Real>::width / 2, each = kChunk<Real> / 2;
  return line % half / each * kChunk<Real> + line / half * each + line % each;
}

/// Chunks of as many rows as they have numbers become columns.
template <class Real>
TASKFFT_INLINE void transpose_within_chunks(typename Lanes<Real>::Vector* rows) {
  constexpr int width = Lanes<Real>::width, chunk = kChunk<Real>;
  constexpr std::make_integer_sequence<int, width> all{};
#pragma GCC unroll 2
  for (int step = 1; step < chunk; step *= 2) {
    typename Lanes<Real>::Vector next[width];
#pragma GCC unroll 16
    for (int i = 0; i < width / 2; ++i) {
      const int group = i / (chunk / 2) * chunk, k = i % (chunk / 2);
      const auto a = rows[group + k], b = rows[group + k + chunk / 2];
      next[group + 2 * k] = interleave<chunk, false>(a, b, all);
      next[group + 2 * k + 1] = interleave<chunk, true>(a, b, all);
    }
#pragma GCC unroll 16
    for (int i = 0; i < width; ++i) rows[i] = next[i];
  }
}

/// Chunks of so many rows become columns, where every `first` rows are those of one chunk's
/// numbers.
template <class Real, int count, int first>
TASKFFT_INLINE void transpose_chunks(typename Lanes<Real>::Vector* rows) {
  constexpr int chunk = kChunk<Real>;
  constexpr std::make_integer_sequence<int, Lanes<Real>::width> all{};
#pragma GCC unroll 4
  for (int known = first; known < count; known *= 2) {  // columns that differ in these lowest bits
    typename Lanes<Real>::Vector next[count];
#pragma GCC unroll 16
    for (int i = 0; i < count / 2; ++i) {
      const int group = i / known * 2 * known, column = i % known;
      const auto a = rows[group + column], b = rows[group + known + column];
      next[group + column] = every_second_chunk<chunk, false>(a, b, all);
      next[group + known + column] = every_second_chunk<chunk, true>(a, b, all);
    }
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) rows[i] = next[i];
  }
}

/// A square of vectors with rows and columns exchanged.
template <class Real>
TASKFFT_INLINE void transpose(typename Lanes<Real>::Vector* rows) {
  transpose_within_chunks<Real>(rows);
  transpose_chunks<Real, Lanes<Real>::width, kChunk<Real>>(rows);
}

}  // namespace taskfft::TASKFFT_LANES
