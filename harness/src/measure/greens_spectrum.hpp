#pragma once
/// The factors of a problem of which one or two axes are unbounded.

#include <fftbench/problem.hpp>
#include <functional>

namespace fftbench {

/// Calls visit(place, factor) for every place of this part of the spectrum: the transform of
/// Green's function of the wave along the bounded axes, wrapped around the unbounded ones, along
/// these. By its definition, on every rank for itself: to n points along an axis, or a plane of
/// n^2, it takes n^2 or n^3 products for each wave.
void greens_spectrum(const Problem& problem, const Box& part,
                     const std::function<void(const Extents& place, double factor)>& visit);

}  // namespace fftbench
