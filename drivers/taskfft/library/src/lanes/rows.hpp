#pragma once
/// Contiguous lines with lanes along them: neighbouring points of a line fill whole vectors, as
/// they lie in memory, so that the line stays in the first-level cache from its first pass to its
/// last, and its results are contiguous vectors again. The first pass leaves the results of a
/// butterfly side by side, which takes a transposition in registers; from there on the passes are
/// those of lines side by side.

#include "lanes/points.hpp"
#include "lanes/stockham.hpp"

namespace taskfft::TASKFFT_LANES {

/// Calls act(k, at) for so many places, `step` numbers apart. One pointer: compilers keep one for
/// each, more than registers hold, and make them anew for every line.
template <int places, class Real, class Act>
TASKFFT_INLINE void by_steps(Real* at, Index step, Act act) {
#pragma GCC unroll 16
  for (int k = 0; k < places; ++k, at += step) {
    asm("" : "+r"(at));
    act(k, at);
  }
}

/// A line to be read.
template <class Real, bool inverse>
struct RowSource {
  const Real* line;
  Index next;  ///< numbers to the line of the next tile

  TASKFFT_INLINE Points<Real, inverse> get(const Real* at) const {
    fetch(at + next);
    return {load_vector(at)};
  }
};

/// A line in the kernel's own memory.
template <class Real, bool inverse>
struct OwnRow {
  Real* line;

  TASKFFT_INLINE Points<Real, inverse> get(const Real* at) const { return {load_vector(at)}; }
  TASKFFT_INLINE void put(Real* at, Points<Real, inverse> x) const { store_vector(at, x.numbers); }
};

/// A line to be written, vector by vector.
template <class Real, bool inverse, bool stream>
struct RowSink {
  Real* line;
  Index next;  ///< numbers to the line of the next tile

  TASKFFT_INLINE void put(Real* at, Points<Real, inverse> x) const {
    store<Real>(at, x.numbers, stream, at + next);
  }
};

/// `radix` results of each of the butterflies in the lanes, as so many vectors of neighbouring
/// points.
template <class Real, int radix, bool inverse>
TASKFFT_INLINE void put_columns(const Points<Real, inverse>* x, Real* to) {
  constexpr int count = Points<Real, inverse>::count;
#pragma GCC unroll 16
  for (int part = 0; part < radix; part += count) {
    typename Lanes<Real>::Vector square[count];
#pragma GCC unroll 16
    for (int k = 0; k < count; ++k) square[k] = x[part + k].numbers;
    transpose_points<Real>(square);
#pragma GCC unroll 16
    for (int k = 0; k < count; ++k) store_vector(to + 2 * (k * radix + part), square[k]);
  }
}

/// The first pass, a vector of its m butterflies at once; the last vector has some of those before
/// it again, if there are not as many as fill vectors. There is a root for each point.
template <class Real, int radix, bool inverse, class Source>
TASKFFT_INLINE void first_of_row(Index m, const Real* roots, Source source, Real* to) {
  constexpr Index count = Points<Real, inverse>::count;
  Points<Real, inverse> x[radix];
  for (Index next = 0; next < m; next += count) {
    const Index p = next + count <= m ? next : m - count;
    by_steps<radix>(source.line + 2 * p, 2 * m,
                    [&](int k, const Real* at) TASKFFT_INLINE_LAMBDA { x[k] = source.get(at); });
    butterfly<Real, radix>(x);
#pragma GCC unroll 16
    for (int j = 1; j < radix; ++j, roots += 2 * count) x[j] = turned(x[j], load_vector(roots));
    put_columns<Real, radix>(x, to + 2 * radix * p);
  }
}

/// A pass after the first one, as stockham(), with s in numbers; of the `last` one m is 1, and it
/// has no roots.
template <class Real, int radix, bool last, bool inverse, class Sink>
TASKFFT_INLINE void pass_of_row(Index m, Index s, const Real* roots, const Real* from, Sink sink) {
  Points<Real, inverse> x[radix];
  for (Index p = 0; p < m; ++p, roots += 2 * (radix - 1)) {
    for (Index q = 0; q < s; q += Lanes<Real>::width) {
      by_steps<radix>(from + s * p + q, s * m, [&](int k, const Real* at) TASKFFT_INLINE_LAMBDA {
        x[k] = {load_vector(at)};
      });
      butterfly<Real, radix>(x);
      if constexpr (!last) {
#pragma GCC unroll 16
        for (int j = 1; j < radix; ++j) x[j] = multiply(x[j], roots[2 * j - 2], roots[2 * j - 1]);
      }
      by_steps<radix>(sink.line + s * radix * p + q, s,
                      [&](int j, Real* at) TASKFFT_INLINE_LAMBDA { sink.put(at, x[j]); });
    }
  }
}

/// All passes of one line; `a` and `b` are scratch memory.
template <class Real, bool inverse, class Source, class Sink>
inline void transform_row(const LaneProgram<Real>& program, Source source, Real* a, Real* b,
                          Sink sink) {
  const LaneRows<Real>& rows = program.rows;
  const LaneStep<Real>& first = rows.step[0];
  with_radix(first.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
    if constexpr (radix() % Points<Real, inverse>::count == 0) {
      first_of_row<Real, radix(), inverse>(first.left, first.twiddles, source, a);
    }
  });
  Index s = 2 * first.radix;
  for (int k = 1; k < rows.steps; ++k) {
    const LaneStep<Real>& step = rows.step[k];
    with_radix(step.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
      if (step.left == 1) {
        pass_of_row<Real, radix(), true, inverse>(1, s, step.twiddles, a, sink);
      } else {
        pass_of_row<Real, radix(), false, inverse>(step.left, s, step.twiddles, a,
                                                   OwnRow<Real, inverse>{b});
      }
    });
    std::swap(a, b);
    s *= step.radix;
  }
}

/// Whether each line is one contiguous piece.
template <class Real>
inline bool in_rows(const LaneSide<Real>& side) {
  return !side.adjacent && side.count == 1 && side.pieces->along == 1 &&
         side.pieces->start != nullptr;
}

/// A line to be read.
template <class Real, bool inverse>
TASKFFT_INLINE RowSource<Real, inverse> row_source(const LanePiece<Real>& piece, int row) {
  return {piece.start + 2 * piece.across * row, 2 * Lanes<Real>::width * piece.across};
}

/// A line to be written.
template <class Real, bool inverse, bool stream>
TASKFFT_INLINE RowSink<Real, inverse, stream> row_sink(const LanePiece<Real>& piece, int row) {
  return {piece.start + 2 * piece.across * row, 2 * Lanes<Real>::width * piece.across};
}

template <class Real, bool inverse, bool stream>
inline void complex_rows(const LaneProgram<Real>& program, const LanePiece<Real>& in,
                         const LanePiece<Real>& out, int rows, Real* a, Real* b) {
  for (int k = 0; k < rows; ++k) {
    transform_row<Real, inverse>(program, row_source<Real, inverse>(in, k), a, b,
                                 row_sink<Real, inverse, stream>(out, k));
  }
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
/// passes have the radices and the arithmetic of those across lines, so that a line's bits do not
/// depend on the lines beside it.
template <class Real, bool inverse>
inline void few_lines(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                      const LaneSide<Real>& out, int rows, Real* a, Real* b) {
  const Index points = program.points;
  Real* const lines = b + 2 * points;  // behind what passes need of it
  by_points(in, rows, lines, points, [](const Real* from, Real* to) TASKFFT_INLINE_LAMBDA {
    to[0] = from != nullptr ? from[0] : 0;
    to[1] = from != nullptr ? from[1] : 0;
  });
  for (int k = 0; k < rows; ++k) {
    const OwnRow<Real, inverse> line{lines + 2 * points * k};
    transform_row<Real, inverse>(program, line, a, b, line);
  }
  by_points(out, rows, lines, points, [](Real* to, const Real* from) TASKFFT_INLINE_LAMBDA {
    if (to == nullptr) return;
    to[0] = from[0];
    to[1] = from[1];
  });
}

}  // namespace taskfft::TASKFFT_LANES
