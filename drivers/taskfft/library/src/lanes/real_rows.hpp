#pragma once
/// Contiguous real lines with lanes along them: pairs of reals are taken for complex points, whose
/// transform is split into the half spectrum of the reals, or joined from it, by whole vectors.
/// What belongs to the frequencies k and points - k comes from both ends of the line.

#include "lanes/rows.hpp"

namespace taskfft::TASKFFT_LANES {

/// Either way between the transform of a line's pairs, forward, and its half spectrum, a vector of
/// points at once: from a = x[k] and b = x[h - k] comes
///   factor (a + conj b + root (a - conj b)),
/// with factor 1/2 and root -i w^k forward, and 1 and the conjugate root backward, as
/// half_spectrum.hpp has it. `from` has h + 1 points, the last of which is the first one forward.
template <class Real, bool inverse, class Sink>
TASKFFT_INLINE void fold_row(const LaneProgram<Real>& program, const Real* from, Index next,
                             Sink sink) {
  using Vector = typename Lanes<Real>::Vector;
  using Row = Points<Real, inverse>;
  constexpr int width = Lanes<Real>::width;
  constexpr std::make_integer_sequence<int, width> all{};
  constexpr Real factor = inverse ? Real{1} : Real{1} / 2;
  const Vector conjugate = by_turns<Real>(1, -1);
  const Index h = program.points;
  const auto* root = reinterpret_cast<const Vector*>(program.rows.halves);
  for (Index k = 0; k < h; k += Row::count, ++root) {
    const Vector a = load_vector(from + 2 * k);
    const Vector b = reversed(load_vector(from + 2 * (h - k - Row::count + 1)), all);
    if (inverse) fetch(from + 2 * k + next);
    const Row odd = turned(Row{a - b * conjugate}, *root);
    sink.put(sink.line + 2 * k, {(a + b * conjugate) * factor + odd.numbers});
  }
}

template <class Real, bool stream>
inline void real_to_spectrum_rows(const LaneProgram<Real>& program, const LanePiece<Real>& in,
                                  const LanePiece<Real>& out, int rows, Real* a, Real* b) {
  const Index h = program.points;
  const OwnRow<Real, false> z{b + 2 * h};  // behind what passes need of it
  for (int k = 0; k < rows; ++k) {
    transform_row<Real, false>(program, row_source<Real, false>(in, k), a, b, z);
    z.line[2 * h] = z.line[0];  // once around
    z.line[2 * h + 1] = z.line[1];
    const RowSink<Real, false, stream> x = row_sink<Real, false, stream>(out, k);
    fold_row<Real, false>(program, z.line, 0, x);
    x.line[2 * h] = z.line[0] - z.line[1];
    x.line[2 * h + 1] = 0;
  }
}

/// The imaginary parts of X[0] and X[h] count as zero, so that the first point is made apart.
template <class Real, bool stream>
inline void spectrum_to_real_rows(const LaneProgram<Real>& program, const LanePiece<Real>& in,
                                  const LanePiece<Real>& out, int rows, Real* a, Real* b) {
  const Index h = program.points;
  const OwnRow<Real, true> z{b + 2 * h};  // behind what passes need of it
  for (int k = 0; k < rows; ++k) {
    const RowSource<Real, true> x = row_source<Real, true>(in, k);
    fold_row<Real, true>(program, x.line, x.next, z);
    z.line[0] = x.line[0] + x.line[2 * h];
    z.line[1] = x.line[0] - x.line[2 * h];
    transform_row<Real, true>(program, z, a, b, row_sink<Real, true, stream>(out, k));
  }
}

}  // namespace taskfft::TASKFFT_LANES
