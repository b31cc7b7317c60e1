#pragma once
/// Poisson's equation in all of space, by periodic transforms: the workload unbounded_poisson.
///
/// After Hockney & Eastwood, "Computer simulation using particles" (1988): sources lie in the first
/// half of every axis, zeros in the second. The spectrum is multiplied with that of Green's
/// function, wrapped around; the cyclic sum over all points is then, in the first half, the sum
/// over all of space. What is left in the second half means nothing.

#include <fftbench/problem.hpp>

namespace fftbench {

/// Where sources and solutions lie: the first (n + 1) / 2 of n points along every axis.
Extents source_shape(const Extents& shape);

/// The potential of a unit charge, a distance r away, on points that are one apart:
/// -Si(pi r) / (2 pi^2 r), and -1 / (2 pi) at the charge, where Si is the sine integral. It is
/// -1 / (4 pi r) without the waves that are shorter than two points (Hejlesen, Winckelmans &
/// Walther, Appl. Math. Lett. 89 (2019); FLUPS has it as HEJ_0): of smooth charges the error falls
/// faster than any power of their width in points.
double greens_function(Index squared_distance);
/// Of two places, in points.
Index squared_distance(const Extents& one, const Extents& other);

}  // namespace fftbench
