#pragma once
/// What the numbers of a spectrum stand for: waves, and a factor.

#include <vector>

#include "taskfft/layout.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// Elements of the spectrum along each axis: n, or n/2 + 1 along the one with r2c; of a truncated
/// one, what Problem::kept says.
std::vector<Index> spectrum_extents(const Problem& problem);

/// What backward(forward(x)) is of x without scaling, or with Problem::kept of that part of x which
/// the spectrum has: the product over the axes of n for c2c and
/// r2c, 2 (n - 1) for dct1, 2 (n + 1) for dst1, and 2 n for the other kinds, n being the extent.
double round_trip_factor(const Problem& problem);

/// The angle in radians by which the wave of element k advances from one point of its axis to the
/// next: its wave number, if points are 1 apart; divide by their distance otherwise. `kind` and
/// `extent` are the axis's.
///
/// c2c: 2 pi k / n, those above n/2 as the negative waves that they are; r2c the same, never
/// negative. At n/2, where either sign will do, it is positive: odd derivatives drop that wave.
/// dct1: pi k / (n - 1); dst1: pi (k + 1) / (n + 1); dct2: pi k / n; dst2: pi (k + 1) / n; dct3,
/// dct4, dst3 and dst4: pi (k + 1/2) / n.
double wave_number(Transform kind, Index extent, Index k);

/// The wave numbers of this rank's part of an axis: of element k in place k - layout.lo[axis]. The
/// layout is the plan's output; of a truncated spectrum they are the waves that it has. Throws
/// ArgumentError for an axis that the problem does not have.
std::vector<double> wave_numbers(const Problem& problem, const Layout& layout, int axis);

}  // namespace taskfft
