#pragma once
/// Which passes transform a number of points, and their roots of unity.

#include <span>
#include <vector>

#include "taskfft/problem.hpp"

namespace taskfft {

/// The cheapest of these radices, the largest of which come first, whose product is `points`, large
/// ones first as they are; none for one point, and where a prime factor has no pass.
std::vector<int> cheapest_passes(std::span<const int> radices, Index points);

/// The same of two passes or more with lanes along contiguous lines, so many points `together` in a
/// vector: the first one's radix is whole vectors, and so are its butterflies, of which some may be
/// in two. None, too, where no radix is so.
std::vector<int> cheapest_row_passes(std::span<const int> radices, Index points, int together);

/// exp(-2 pi i k / n), computed in the precision that leaves only the rounding to Real.
template <class Real>
void append_root(Real*& to, Index k, Index n);

/// Those of a pass over n points: of its butterfly p the powers j p, j = 1 .. radix - 1.
template <class Real>
void append_roots(Real*& to, int radix, Index n);

}  // namespace taskfft
