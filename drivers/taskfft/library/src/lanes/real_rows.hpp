#pragma once
/// Contiguous real lines with lanes along them: pairs of reals are taken for complex points, whose
/// transform is split into the half spectrum of the reals, or joined from it, by whole vectors.
/// What belongs to the frequencies k and points - k comes from both ends of the line, so points lie
/// in plain order here, real and imaginary parts apart.

#include "lanes/half_spectrum.hpp"
#include "lanes/rows.hpp"

namespace taskfft::TASKFFT_LANES {

/// A vector's numbers from the last to the first.
template <class Vector, int... I>
TASKFFT_INLINE Vector reversed(Vector a, std::integer_sequence<int, I...>) {
  constexpr int last = sizeof...(I) - 1;
  return __builtin_shufflevector(a, a, (last - I)...);
}

/// Points in scratch memory, real and imaginary parts apart.
template <class Real>
struct SplitLine {
  static constexpr int width = Lanes<Real>::width;
  Real *re, *im;

  TASKFFT_INLINE void put(long i, typename Lanes<Real>::Complex c) const {
    store_vector(re + width * i, c.re);
    store_vector(im + width * i, c.im);
  }
};

/// The first pass' points from such lines, `apart` numbers from one to the next, lanes in order.
template <class Real, int columns>
struct SplitSource {
  static constexpr int width = Lanes<Real>::width, lines = width / columns;
  const Real* re[lines];
  const Real* im[lines];

  SplitSource(SplitLine<Real> first, Index apart) {
    for (int k = 0; k < lines; ++k) {
      re[k] = first.re + k * apart;
      im[k] = first.im + k * apart;
    }
  }
  TASKFFT_INLINE typename Lanes<Real>::Complex get(Index at) const {
    return {gather_pieces<Real, width, columns>(re, at),
            gather_pieces<Real, width, columns>(im, at)};
  }
};

/// The half spectrum of the reals whose pairs have the transform Z: as split_halves(), a vector of
/// frequencies at once. `z` is followed by room for a vector.
template <class Real, class Sink>
TASKFFT_INLINE void split_row(const LaneProgram<Real>& program, SplitLine<Real> z, Sink sink) {
  using Vector = typename Lanes<Real>::Vector;
  using Complex = typename Lanes<Real>::Complex;
  constexpr int width = Lanes<Real>::width;
  constexpr std::make_integer_sequence<int, width> all{};
  const Index h = program.points;
  z.re[h] = z.re[0];  // once around
  z.im[h] = z.im[0];
  const auto* root = reinterpret_cast<const Vector*>(program.rows.halves);
  for (Index k = 0; k < h; k += width, root += 2) {
    const Complex a{load_vector(z.re + k), load_vector(z.im + k)};
    const Complex b{reversed(load_vector(z.re + h - k - width + 1), all),
                    reversed(load_vector(z.im + h - k - width + 1), all)};
    const auto [even, odd] = split_pair<Real>(a, b, root[0], root[1]);
    sink.put_plain(k / width, add(even, odd));
  }
  sink.put_real(h, z.re[0] - z.im[0]);
}

/// The points, real and imaginary parts exchanged, whose transform is the line's: as join_halves().
template <class Real>
TASKFFT_INLINE void join_row(const LaneProgram<Real>& program, const Real* x, Index next,
                             SplitLine<Real> z) {
  using Vector = typename Lanes<Real>::Vector;
  using Complex = typename Lanes<Real>::Complex;
  constexpr int width = Lanes<Real>::width;
  constexpr std::make_integer_sequence<int, width> all{};
  const Index h = program.points;
  const auto* root = reinterpret_cast<const Vector*>(program.rows.halves);
  for (Index k = 0; k < h; k += width, root += 2) {
    const Real* const there = x + 2 * k;
    const Real* const back = x + 2 * (h - k - width + 1);
    const Vector c = load_vector(there), d = load_vector(there + width);
    const Vector e = load_vector(back), f = load_vector(back + width);
    fetch(there + next);
    fetch(there + width + next);
    const Complex a{parts<width, false>(c, d, all), parts<width, true>(c, d, all)};
    const Complex b{reversed(parts<width, false>(e, f, all), all),
                    reversed(parts<width, true>(e, f, all), all)};
    const auto [even, odd] = join_pair(a, b, root[0], root[1]);
    z.put(k / width, {even.im + odd.re, even.re - odd.im});
  }
  z.re[0] = x[0] - x[2 * h];
  z.im[0] = x[0] + x[2 * h];
}

template <class Real>
inline void real_to_spectrum_rows(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                                  const LaneSide<Real>& out, int rows,
                                  typename Lanes<Real>::Complex* a,
                                  typename Lanes<Real>::Complex* b) {
  constexpr int width = Lanes<Real>::width;
  const Index h = program.points;
  auto* const numbers = reinterpret_cast<Real*>(b);
  // Behind the passes' own memory: a tile has room for many lines.
  const SplitLine<Real> z{numbers + 2 * h, numbers + 3 * h + width};
  by_groups(program, rows, [&](int first, int count) TASKFFT_INLINE_LAMBDA {
    first_of_lines<Real, false, true>(program, in.pieces[0], first, count, a);
    for (int k = 0; k < count; ++k) {
      rest_of_row(program, a + k * (h / width), b, z);
      with_row_sink<Real, false>(out.pieces[0], first + k, out.stream,
                                 [&](auto sink)
                                     TASKFFT_INLINE_LAMBDA { split_row(program, z, sink); });
    }
  });
}

template <class Real>
inline void spectrum_to_real_rows(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                                  const LaneSide<Real>& out, int rows,
                                  typename Lanes<Real>::Complex* a,
                                  typename Lanes<Real>::Complex* b) {
  constexpr int width = Lanes<Real>::width;
  const Index h = program.points, apart = 2 * h;
  const LanePiece<Real>& from = in.pieces[0];
  auto* const numbers = reinterpret_cast<Real*>(b);
  const SplitLine<Real> z{numbers, numbers + h};
  by_groups(program, rows, [&](int first, int count) TASKFFT_INLINE_LAMBDA {
    const RowGroup<Real> group(from, first, count);
    for (int k = 0; k < width / program.rows.columns; ++k) {
      join_row(program, group.line[k], 2 * width * from.across,
               SplitLine<Real>{z.re + k * apart, z.im + k * apart});
    }
    first_of_rows<Real, true, false>(
        program,
        [&](auto columns) TASKFFT_INLINE_LAMBDA { return SplitSource<Real, columns()>(z, apart); },
        a);
    rest_of_lines<Real, true>(program, a, b, out, first, count);
  });
}

}  // namespace taskfft::TASKFFT_LANES
