#pragma once
/// Lines to lanes and back, where a transform can't work on the lines' own memory.

#include "lanes/masks.hpp"
#include "lanes/shuffles.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft::TASKFFT_LANES {

/// Where the lanes of every element begin, for lines side by side; of elements that are in no
/// memory, `absent`.
template <class Real>
TASKFFT_INLINE void tabulate(const LaneSide<Real>& side, Real** table, Real* absent) {
  for (int piece = 0; piece < side.count; ++piece) {
    const LanePiece<Real>& p = side.pieces[piece];
    Real* at = p.start != nullptr ? p.start : absent;
    const Index step = p.start != nullptr ? 2 * p.along : 0;
    for (Index i = 0; i < p.length; ++i, at += step) *table++ = at;
  }
}

/// Whether some elements are in no memory.
template <class Real>
inline bool has_gaps(const LaneSide<Real>& side) {
  bool found = false;
  for (int piece = 0; piece < side.count; ++piece) found |= side.pieces[piece].start == nullptr;
  return found;
}

/// A vector of zeros to be read for elements that are in no memory.
template <class Real>
TASKFFT_INLINE Real* zeros() {
  alignas(64) static Real numbers[2 * Lanes<Real>::width] = {};
  return numbers;
}

/// Element by element: for what is left over by whole vectors. Lanes beyond `rows` repeat the last
/// line: what was left there, transformed again and again, would grow until it overflows.
template <class Real>
inline void load_elements(const LanePiece<Real>& p, Index first, int rows, bool inverse,
                          typename Lanes<Real>::Complex* to) {
  const typename Lanes<Real>::Vector zero{};
  for (Index i = first; i < p.length; ++i) {
    const Real* from = p.start + 2 * (i * p.along + (rows - 1) * p.across);
    to[i].re = from[inverse ? 1 : 0] - zero;
    to[i].im = from[inverse ? 0 : 1] - zero;
    for (int k = 0; k < rows - 1; ++k) {
      from = p.start + 2 * (i * p.along + k * p.across);
      to[i].re[lane_of<Real>(k)] = from[inverse ? 1 : 0];
      to[i].im[lane_of<Real>(k)] = from[inverse ? 0 : 1];
    }
  }
}

template <class Real>
inline void store_elements(const LanePiece<Real>& p, Index first, int rows, bool inverse,
                           const typename Lanes<Real>::Complex* from) {
  for (Index i = first; i < p.length; ++i) {
    for (int k = 0; k < rows; ++k) {
      Real* to = p.start + 2 * (i * p.along + k * p.across);
      to[inverse ? 1 : 0] = from[i].re[lane_of<Real>(k)];
      to[inverse ? 0 : 1] = from[i].im[lane_of<Real>(k)];
    }
  }
}

/// Lines side by side that need not fill a tile; the other lanes have zeros. Only with kMasks.
template <class Real>
inline void load_side_by_side(const LanePiece<Real>& p, int rows, bool inverse,
                              typename Lanes<Real>::Complex* to) {
  constexpr int width = Lanes<Real>::width;
  const unsigned first = mask_of<Real>(2 * rows), second = mask_of<Real>(2 * rows - width);
  for (Index i = 0; i < p.length; ++i) {
    const Real* const from = p.start + 2 * i * p.along;
    const auto a = load_masked<Real>(from, first), b = load_masked<Real>(from + width, second);
    to[i] = inverse ? to_lanes<Real, true>(a, b) : to_lanes<Real, false>(a, b);
  }
}

template <class Real>
inline void store_side_by_side(const LanePiece<Real>& p, int rows, bool inverse,
                               const typename Lanes<Real>::Complex* from) {
  constexpr int width = Lanes<Real>::width;
  constexpr std::make_integer_sequence<int, width> all{};
  const unsigned first = mask_of<Real>(2 * rows), second = mask_of<Real>(2 * rows - width);
  for (Index i = 0; i < p.length; ++i) {
    Real* const to = p.start + 2 * i * p.along;
    const auto re = inverse ? from[i].im : from[i].re, im = inverse ? from[i].re : from[i].im;
    store_masked<Real>(to, first, interleave<kChunk<Real>, false>(re, im, all));
    store_masked<Real>(to + width, second, interleave<kChunk<Real>, true>(re, im, all));
  }
}

/// Contiguous lines, in squares of vectors. Lanes beyond `rows` repeat the last line. Returns the
/// first element that was left over.
template <class Real>
inline Index load_squares(const LanePiece<Real>& p, int rows, bool inverse,
                          typename Lanes<Real>::Complex* to) {
  constexpr int width = Lanes<Real>::width;
  const Index next = 2 * width * p.across;  // to the lines that most often come next
  const Real* line[width];
  for (int k = 0; k < width; ++k) {
    line[lane_of<Real>(k)] = p.start + 2 * (k < rows ? k : rows - 1) * p.across;
  }
  Index i = 0;
  for (; i + width / 2 <= p.length; i += width / 2) {
    typename Lanes<Real>::Vector square[width];
#pragma GCC unroll 16
    for (int k = 0; k < width; ++k) {
      square[k] = load_vector<Real>(line[k] + 2 * i);
      fetch(line[k] + 2 * i + next);
    }
    transpose<Real>(square);
#pragma GCC unroll 8
    for (int k = 0; k < width / 2; ++k) {
      to[i + k] = {square[2 * k + (inverse ? 1 : 0)], square[2 * k + (inverse ? 0 : 1)]};
    }
  }
  return i;
}

/// Of `whole` tiles, where every lane has a line, nothing is asked of each vector.
template <class Real, bool whole, bool stream>
inline Index store_squares(const LanePiece<Real>& p, int rows, bool inverse,
                           const typename Lanes<Real>::Complex* from) {
  constexpr int width = Lanes<Real>::width;
  using Vector = typename Lanes<Real>::Vector;
  const auto* re = reinterpret_cast<const Vector*>(from) + (inverse ? 1 : 0);
  const auto* im = reinterpret_cast<const Vector*>(from) + (inverse ? 0 : 1);
  // By copies: for all that compilers know, stores change the piece.
  const Index length = p.length, apart = 2 * p.across;
  Real* const start = p.start;
  Index i = 0;
  for (; i + width / 2 <= length; i += width / 2, re += width, im += width) {
    Vector square[width];
#pragma GCC unroll 8
    for (int k = 0; k < width; k += 2) {
      square[k] = re[k];
      square[k + 1] = im[k];
    }
    transpose<Real>(square);
    Real* to = start + 2 * i;
#pragma GCC unroll 16
    for (int k = 0; k < width; ++k, to += apart) {
      // One pointer: compilers keep one for each line, more than registers hold.
      asm("" : "+r"(to));
      if (whole || k < rows) {
        store<Real>(to, square[lane_of<Real>(k)], stream, to + width * apart);
      }
    }
  }
  return i;
}

template <class Real>
inline Index store_squares(const LanePiece<Real>& p, int rows, bool inverse, bool stream,
                           const typename Lanes<Real>::Complex* from) {
  // The few lines of a tile that is not full go through the cache.
  if (rows < Lanes<Real>::width) return store_squares<Real, false, false>(p, rows, inverse, from);
  if (stream) return store_squares<Real, true, true>(p, rows, inverse, from);
  return store_squares<Real, true, false>(p, rows, inverse, from);
}

template <class Real>
inline void load(const LaneSide<Real>& side, int rows, bool inverse,
                 typename Lanes<Real>::Complex* to) {
  for (int piece = 0; piece < side.count; ++piece) {
    const LanePiece<Real>& p = side.pieces[piece];
    if (p.start != nullptr) {
      if (kMasks && p.across == 1) {
        load_side_by_side(p, rows, inverse, to);
      } else {
        const Index done = p.along == 1 ? load_squares(p, rows, inverse, to) : 0;
        load_elements(p, done, rows, inverse, to);
      }
    } else {
      const typename Lanes<Real>::Vector zero{};
      for (Index i = 0; i < p.length; ++i) to[i] = {zero, zero};
    }
    to += p.length;
  }
}

template <class Real>
inline void store(const LaneSide<Real>& side, int rows, bool inverse,
                  const typename Lanes<Real>::Complex* from) {
  for (int piece = 0; piece < side.count; ++piece) {
    const LanePiece<Real>& p = side.pieces[piece];
    if (p.start != nullptr) {
      if (kMasks && p.across == 1) {
        store_side_by_side(p, rows, inverse, from);
      } else {
        const Index done = p.along == 1 ? store_squares(p, rows, inverse, side.stream, from) : 0;
        store_elements(p, done, rows, inverse, from);
      }
    }
    from += p.length;
  }
}

}  // namespace taskfft::TASKFFT_LANES
