#pragma once
/// Floating-point operations of a transform, by the fewest known.

#include <fftbench/problem.hpp>

namespace fftbench::lower_bound {

/// Additions and multiplications of a complex transform of n points by the algorithm that is known
/// to need the fewest: 34/9 n log2 n and terms of lower order (Johnson & Frigo, "A modified
/// split-radix FFT with fewer arithmetic operations", IEEE Trans. Signal Processing 55, 2007, eq.
/// (1), after Van Buskirk; found independently by Lundy & Van Buskirk, Computing 80, 2007). Exact
/// for powers of two; between them, where transforms need more, the same curve. That fewer are
/// impossible is not proven.
double fewest_operations(Index n);

/// Of real input: half of it, less n - 2 (real split radix is so against complex: Sorensen et al.,
/// IEEE Trans. ASSP 35, 1987). Cosine and sine transforms need more than that (Shao & Johnson,
/// Signal Processing 88, 2008).
double fewest_operations_real(Index n);

/// Of the whole transform: along each axis, line by line.
double fewest_operations(const Problem& problem);

}  // namespace fftbench::lower_bound
