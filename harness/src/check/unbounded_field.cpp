#include "check/unbounded_field.hpp"

#include <algorithm>
#include <cmath>
#include <fftbench/unbounded.hpp>
#include <numbers>

namespace fftbench {
namespace {

/// Calls visit(i, place) for every point of a row.
template <class Visit>
void along_row(const Box& box, Extents start, std::size_t axis, std::size_t points, Visit&& visit) {
  start[axis] = box.lo[axis];
  for (std::size_t i = 0; i < points; ++i, ++start[axis]) visit(i, start);
}

double squared_distance_to(const Extents& place, const std::array<double, 3>& centre) {
  double sum = 0.0;
  for (std::size_t axis = 0; axis < place.size(); ++axis) {
    const double apart = static_cast<double>(place[axis]) - centre[axis];
    sum += apart * apart;
  }
  return sum;
}

Complex density(const Sources::Gaussian& gaussian, const Extents& place) {
  const double variance = gaussian.width * gaussian.width;
  return gaussian.charge *
         std::exp(-squared_distance_to(place, gaussian.centre) / (2.0 * variance)) /
         std::pow(2.0 * std::numbers::pi * variance, 1.5);
}

/// -charge erf(s) / (4 pi r), where s = r / (sqrt(2) width).
Complex potential(const Sources::Gaussian& gaussian, const Extents& place) {
  const double unit = std::numbers::sqrt2 * gaussian.width;
  const double s = std::sqrt(squared_distance_to(place, gaussian.centre)) / unit;
  const double slope = s == 0.0 ? 2.0 * std::numbers::inv_sqrtpi : std::erf(s) / s;
  return -gaussian.charge * slope / (4.0 * std::numbers::pi * unit);
}

}  // namespace

Sources known_sources(const Problem& problem, std::uint64_t seed) {
  constexpr std::uint64_t charges = 3;
  const auto charge = [&](std::uint64_t which) {
    const double weight = 1.0 + 0.25 * static_cast<double>(which);
    if (problem.complex_input()) return std::polar(weight, 0.7 + static_cast<double>(which));
    return Complex(which % 2 == 0 ? weight : -weight);
  };
  const Extents extents = source_shape(problem);
  Sources sources;
  for (std::uint64_t which = 0; which < charges; ++which) {
    sources.charges.push_back({random_place(extents, which, seed), charge(which)});
  }
  const Index narrowest = *std::min_element(extents.begin(), extents.end());
  if (narrowest < room_for_gaussian) return sources;
  sources.gaussian = {{}, static_cast<double>(narrowest) / 17.0, charge(charges)};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    sources.gaussian->centre[axis] = 0.5 * static_cast<double>(extents[axis] - 1);
  }
  return sources;
}

void SourceRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  const Box inside{Extents::filled(start.size(), 0), source_shape(problem_)};
  along_row(box_, start, axis, row.size(), [&](std::size_t i, const Extents& place) {
    row[i] = 0.0;
    if (!inside.contains(place)) return;
    if (sources_.gaussian) row[i] = density(*sources_.gaussian, place);
    for (const auto& [at, charge] : sources_.charges) {
      if (at == place) row[i] += charge;
    }
  });
}

void PotentialRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  along_row(box_, start, axis, row.size(), [&](std::size_t i, const Extents& place) {
    row[i] = sources_.gaussian ? potential(*sources_.gaussian, place) : 0.0;
    for (const auto& [at, charge] : sources_.charges) {
      row[i] += charge * greens_function(squared_distance(at, place));
    }
  });
}

void GreenRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  along_row(box_, start, axis, row.size(), [&](std::size_t i, const Extents& place) {
    Index squared = 0;
    for (std::size_t other = 0; other < place.size(); ++other) {
      const Index apart = std::min(place[other], shape_[other] - place[other]);
      squared += apart * apart;
    }
    row[i] = greens_function(squared);
  });
}

}  // namespace fftbench
