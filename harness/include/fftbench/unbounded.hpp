#pragma once
/// Poisson's equation along unbounded axes, by periodic transforms: of the workload
/// unbounded_poisson all three are, of unbounded_plane_poisson the first two, and of
/// unbounded_line_poisson the first. The others are bounded as their kinds of transform say.
/// Of the latter two workloads an unbounded axis may have a first end, half a point before the
/// first point: where the potential is even there its kind is dct2, where it is odd dst2.
///
/// After Hockney & Eastwood, "Computer simulation using particles" (1988): sources lie in the first
/// half of every unbounded axis, zeros in the second. The spectrum is multiplied with that of
/// Green's function, wrapped around; the cyclic sum over all points is then, in the first half, the
/// sum over all of space. What is left in the second half means nothing. Beside bounded axes every
/// wave along these has a Green's function of its own (Chatelain & Koumoutsakos, J. Comput. Phys.
/// 229 (2010)).

#include <fftbench/problem.hpp>
#include <vector>

namespace fftbench {

/// How many axes are unbounded, the first ones: 0 of a workload in a box.
std::size_t unbounded_axes(Workload workload);

/// Where sources and solutions lie: the first (n + 1) / 2 of n points along every unbounded axis.
Extents source_shape(const Problem& problem);

/// A charge, and its mirror images about the first ends of unbounded axes that have one: an odd end
/// changes the sign. All together have in all of space the potential of the one between the ends.
struct Image {
  Extents at;
  double sign;
};
std::vector<Image> images(const Problem& problem, const Extents& charge);

/// The potential of a unit charge, a distance r away, on points that are one apart:
/// -Si(pi r) / (2 pi^2 r), and -1 / (2 pi) at the charge, where Si is the sine integral. It is
/// -1 / (4 pi r) without the waves that are shorter than two points (Hejlesen, Winckelmans &
/// Walther, Appl. Math. Lett. 89 (2019); FLUPS has it as HEJ_0): of smooth charges the error falls
/// faster than any power of their width in points.
double greens_function(Index squared_distance);
/// Of two places, in points.
Index squared_distance(const Extents& one, const Extents& other);

/// Along one or two unbounded axes, of a wave of this wave number (bounded_wave_number) along the
/// others. FLUPS has them as CHAT_2: of second order, since they keep all waves.
///
/// One axis: -exp(-k r) / (2 k), and r / 2 where k is 0. Two: -K0(k r) / (2 pi), and log(r) / (2
/// pi) where k is 0; at the charge their mean over the circle as large as a point's square, and
/// over that square where k is 0.
double greens_function(std::size_t axes, Index squared_distance, double wave_number);
/// Of place k of the spectrum: the root of the sum of the squares along the bounded axes, in
/// radians from a point to the next.
double bounded_wave_number(const Problem& problem, const Extents& k);

}  // namespace fftbench
