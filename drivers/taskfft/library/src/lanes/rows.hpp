#pragma once
/// Contiguous lines with lanes along them: the points of a line fill whole vectors, so that the
/// line stays in the first-level cache from its first pass to its last, and its results are
/// contiguous vectors again. The first pass leaves the results of a butterfly side by side, which
/// takes a transposition in registers; from there on the passes are those of lines side by side.
/// Where too few butterflies of a line lie side by side to fill a vector, several lines do.

#include <utility>

#include "lanes/stockham.hpp"

namespace taskfft::TASKFFT_LANES {

/// The lane of point k of a vector: where parts() puts it, or its own.
template <class Real, bool plain>
constexpr int row_lane(int k) {
  return plain ? k : lane_of<Real>(k);
}

/// A vector filled by pieces of `piece` numbers, one of each of the first lines, from `at` on.
template <class Real, int numbers, int piece>
TASKFFT_INLINE auto gather_pieces(const Real* const* line, Index at) {
  using Vector __attribute__((vector_size(numbers * sizeof(Real)))) = Real;
  using Loose
      __attribute__((vector_size(numbers * sizeof(Real)), aligned(alignof(Real)), may_alias)) =
          Real;
  if constexpr (numbers == piece) {
    return Vector(*reinterpret_cast<const Loose*>(line[0] + at));
  } else {
    constexpr int half = numbers / 2;
    const auto a = gather_pieces<Real, half, piece>(line, at);
    const auto b = gather_pieces<Real, half, piece>(line + half / piece, at);
    return [&]<int... I>(std::integer_sequence<int, I...>) TASKFFT_INLINE_LAMBDA->Vector {
      return __builtin_shufflevector(a, b, I...);
    }
    (std::make_integer_sequence<int, numbers>{});
  }
}

/// Contiguous complex lines to be read: `columns` points of each of width / columns lines, from
/// point `at` of each on. Neighbouring points come to the lanes that lane_of() tells.
template <class Real, bool inverse, int columns>
struct RowSource {
  using Vector = typename Lanes<Real>::Vector;
  static constexpr int width = Lanes<Real>::width, lines = width / columns;

  const Real* const* line;
  Index next;  ///< to the lines that most often come next

  TASKFFT_INLINE typename Lanes<Real>::Complex get(Index at) const {
    constexpr int piece = columns < width ? 2 * columns : width;
    const Vector a = gather_pieces<Real, width, piece>(line, 2 * at);
    const Vector b = columns < width ? gather_pieces<Real, width, piece>(line + lines / 2, 2 * at)
                                     : gather_pieces<Real, width, piece>(line, 2 * at + width);
#pragma GCC unroll 16
    for (int k = 0; k < lines; ++k) fetch(line[k] + 2 * at + next);
    if (columns == width) fetch(line[0] + 2 * at + width + next);
    return to_lanes<Real, inverse>(a, b);
  }
};

/// `radix` results of each of the lanes' butterflies, as many vectors of neighbouring numbers; of
/// `apart` lines, vectors from one to the next.
template <class Real, int radix, int columns, bool plain_source, bool plain>
TASKFFT_INLINE void put_columns(const typename Lanes<Real>::Complex* x, Index apart, Index p,
                                typename Lanes<Real>::Complex* to) {
  constexpr int width = Lanes<Real>::width;
#pragma GCC unroll 2
  for (int part = 0; part < radix; part += width) {
    typename Lanes<Real>::Vector re[width], im[width];
#pragma GCC unroll 16
    for (int k = 0; k < width; ++k) {
      re[row_lane<Real, plain>(k)] = x[part + k].re;
      im[row_lane<Real, plain>(k)] = x[part + k].im;
    }
    transpose<Real>(re);
    transpose<Real>(im);
#pragma GCC unroll 16
    for (int k = 0; k < width; ++k) {
      const int lane = row_lane<Real, plain_source>(k);
      to[k / columns * apart + ((p + k % columns) * radix + part) / width] = {re[lane], im[lane]};
    }
  }
}

/// The first pass of width / columns lines. Its roots are vectors: those of the columns in the
/// lanes.
template <class Real, int radix, int columns, bool plain_source, bool plain, class Source>
TASKFFT_INLINE void first_of_rows(Index points, const Real* twiddles, Source source,
                                  typename Lanes<Real>::Complex* to) {
  using Vector = typename Lanes<Real>::Vector;
  constexpr int width = Lanes<Real>::width;
  const Index m = points / radix;
  const auto* root = reinterpret_cast<const Vector*>(twiddles);
  typename Lanes<Real>::Complex x[radix];
  for (Index p = 0; p < m; p += columns, root += 2 * (radix - 1)) {
#pragma GCC unroll 16
    for (int k = 0; k < radix; ++k) x[k] = source.get(p + m * k);
    butterfly<Real, radix>(x);
#pragma GCC unroll 16
    for (int j = 1; j < radix; ++j) x[j] = multiply(x[j], root[2 * j - 2], root[2 * j - 1]);
    put_columns<Real, radix, columns, plain_source, plain>(x, points / width, p, to);
  }
}

/// A contiguous line to be written, vector by vector.
template <class Real, bool inverse, bool stream>
class RowSink {
  using Complex = typename Lanes<Real>::Complex;
  static constexpr int width = Lanes<Real>::width;

 public:
  Real* start;
  Index next;  ///< to the line of the next tile

  /// Points in the lanes that lane_of() tells.
  TASKFFT_INLINE void put(long i, Complex c) const { put_chunks<kChunk<Real>>(i, c); }
  /// Points in order.
  TASKFFT_INLINE void put_plain(long i, Complex c) const { put_chunks<width>(i, c); }
  TASKFFT_INLINE void put_real(Index element, Real value) const {
    start[2 * element] = value;
    start[2 * element + 1] = 0;
  }

 private:
  template <int chunk>
  TASKFFT_INLINE void put_chunks(long i, Complex c) const {
    constexpr std::make_integer_sequence<int, width> all{};
    if (inverse) c = swapped(c);
    Real* const to = start + 2 * width * i;
    store<Real>(to, interleave<chunk, false>(c.re, c.im, all), stream, to + next);
    store<Real>(to + width, interleave<chunk, true>(c.re, c.im, all), stream, to + width + next);
  }
};

/// Calls act(sink) for a line of the piece.
template <class Real, bool inverse, class Act>
TASKFFT_INLINE void with_row_sink(const LanePiece<Real>& piece, int row, bool stream, Act act) {
  Real* const start = piece.start + 2 * piece.across * row;
  const Index next = 2 * Lanes<Real>::width * piece.across;
  if (stream) {
    act(RowSink<Real, inverse, true>{start, next});
  } else {
    act(RowSink<Real, inverse, false>{start, next});
  }
}

/// The passes after the first one, of one line in `a`.
template <class Real, class Sink>
inline void rest_of_row(const LaneProgram<Real>& program, typename Lanes<Real>::Complex* a,
                        typename Lanes<Real>::Complex* b, Sink sink) {
  const LaneRows<Real>& rows = program.rows;
  const Index points = program.points;
  long s = rows.step[0].radix / Lanes<Real>::width, m = points / rows.step[0].radix;
  for (int k = 1; k < rows.steps; ++k) {
    const LaneStep<Real>& step = rows.step[k];
    m /= step.radix;
    with_radix(step.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
      if (m == 1) {
        stockham_last<Real, radix()>(s, Scratch<Real>{a}, sink);
      } else {
        stockham<Real, radix()>(m, s, step.twiddles, Scratch<Real>{a}, Scratch<Real>{b});
      }
    });
    typename Lanes<Real>::Complex* const next = a;
    a = b;
    b = next;
    s *= step.radix;
  }
}

/// Calls act(columns as a constant): a power of two from 2 to the width.
template <class Real, int most = Lanes<Real>::width, class Act>
TASKFFT_INLINE void with_columns(int columns, Act act) {
  if constexpr (most >= 2) {
    if (columns == most) return act(std::integral_constant<int, most>{});
    with_columns<Real, most / 2>(columns, act);
  }
}

/// The first pass of lines from `source(columns)`.
template <class Real, bool plain_source, bool plain, class MakeSource>
TASKFFT_INLINE void first_of_rows(const LaneProgram<Real>& program, MakeSource source,
                                  typename Lanes<Real>::Complex* to) {
  const LaneStep<Real>& first = program.rows.step[0];
  with_radix(first.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
    if constexpr (radix() % Lanes<Real>::width == 0) {
      with_columns<Real>(program.rows.columns, [&](auto columns) TASKFFT_INLINE_LAMBDA {
        first_of_rows<Real, radix(), columns(), plain_source, plain>(program.points, first.twiddles,
                                                                     source(columns), to);
      });
    }
  });
}

/// Whether each line is one contiguous piece.
template <class Real>
inline bool in_rows(const LaneSide<Real>& side) {
  return !side.adjacent && side.count == 1 && side.pieces->along == 1 &&
         side.pieces->start != nullptr;
}

/// The lines of a tile in groups that fill the lanes: act(first, count).
template <class Real, class Act>
TASKFFT_INLINE void by_groups(const LaneProgram<Real>& program, int rows, Act act) {
  const int lines = Lanes<Real>::width / program.rows.columns;
  for (int first = 0; first < rows; first += lines) {
    act(first, lines < rows - first ? lines : rows - first);
  }
}

/// A group of lines; those beyond `count` repeat the last one.
template <class Real>
struct RowGroup {
  const Real* line[Lanes<Real>::width];

  RowGroup(const LanePiece<Real>& piece, int first, int count) {
    for (int k = 0; k < Lanes<Real>::width; ++k) {
      line[k] = piece.start + 2 * piece.across * (first + (k < count ? k : count - 1));
    }
  }
};

/// The first pass of `count` of the side's lines, from line `first` on.
template <class Real, bool inverse, bool plain>
inline void first_of_lines(const LaneProgram<Real>& program, const LanePiece<Real>& from, int first,
                           int count, typename Lanes<Real>::Complex* to) {
  const RowGroup<Real> group(from, first, count);
  first_of_rows<Real, false, plain>(
      program,
      [&](auto columns) TASKFFT_INLINE_LAMBDA {
        return RowSource<Real, inverse, columns()>{group.line,
                                                   2 * Lanes<Real>::width * from.across};
      },
      to);
}

/// The other passes of such lines, which the first one left in `a`, to the side.
template <class Real, bool inverse>
inline void rest_of_lines(const LaneProgram<Real>& program, typename Lanes<Real>::Complex* a,
                          typename Lanes<Real>::Complex* b, const LaneSide<Real>& out, int first,
                          int count) {
  for (int k = 0; k < count; ++k, a += program.points / Lanes<Real>::width) {
    with_row_sink<Real, inverse>(out.pieces[0], first + k, out.stream,
                                 [&](auto sink)
                                     TASKFFT_INLINE_LAMBDA { rest_of_row(program, a, b, sink); });
  }
}

template <class Real, bool inverse>
inline void complex_rows(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                         const LaneSide<Real>& out, int rows, typename Lanes<Real>::Complex* a,
                         typename Lanes<Real>::Complex* b) {
  by_groups(program, rows, [&](int first, int count) TASKFFT_INLINE_LAMBDA {
    first_of_lines<Real, inverse, false>(program, in.pieces[0], first, count, a);
    rest_of_lines<Real, inverse>(program, a, b, out, first, count);
  });
}

/// Calls act(points of piece, point of contiguous line) for each element of each line, `apart`
/// points from one contiguous line to the next; the former is null where there is no memory.
template <class Real, class Act>
TASKFFT_INLINE void by_points(const LaneSide<Real>& side, int rows, Real* line, Index apart,
                              Act act) {
  for (int piece = 0; piece < side.count; ++piece) {
    const LanePiece<Real>& p = side.pieces[piece];
    for (Index i = 0; i < p.length; ++i, line += 2) {
      for (int k = 0; k < rows; ++k) {
        Real* const there =
            p.start != nullptr ? p.start + 2 * (i * p.along + k * p.across) : nullptr;
        act(there, line + 2 * k * apart);
      }
    }
  }
}

/// Lines of any kind that would fill few lanes: as contiguous ones, in the kernel's own memory. The
/// passes have the radices of those across lines, so that a line's bits do not depend on the lines
/// beside it.
template <class Real, bool inverse>
inline void few_lines(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                      const LaneSide<Real>& out, int rows, typename Lanes<Real>::Complex* a,
                      typename Lanes<Real>::Complex* b) {
  const Index points = program.points;
  Real* const lines = reinterpret_cast<Real*>(b) + 2 * points;  // behind what passes need of it
  by_points(in, rows, lines, points, [](const Real* from, Real* to) TASKFFT_INLINE_LAMBDA {
    to[0] = from != nullptr ? from[0] : 0;
    to[1] = from != nullptr ? from[1] : 0;
  });
  const LanePiece<Real> piece{lines, points, 1, points};
  const LaneSide<Real> rows_of_points{&piece, 1, false, false};
  complex_rows<Real, inverse>(program, rows_of_points, rows_of_points, rows, a, b);
  by_points(out, rows, lines, points, [](Real* to, const Real* from) TASKFFT_INLINE_LAMBDA {
    if (to == nullptr) return;
    to[0] = from[0];
    to[1] = from[1];
  });
}

}  // namespace taskfft::TASKFFT_LANES
