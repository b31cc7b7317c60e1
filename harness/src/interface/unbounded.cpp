#include <cmath>
#include <complex>
#include <fftbench/unbounded.hpp>
#include <fftbench/workload.hpp>
#include <numbers>

namespace fftbench {
namespace {

using std::numbers::pi;

/// For x >= pi: pi/2 + Im E1(ix), with E1 by the even part of its continued fraction (Abramowitz &
/// Stegun, "Handbook of mathematical functions", 5.2.23 and 5.1.22), of as many terms as double
/// precision needs: it converges as exp(-4 sqrt(terms x / 2)).
double sine_integral(double x) {
  const std::complex<double> z(0.0, x);
  const int terms = 3 + static_cast<int>(200.0 / x);
  std::complex<double> fraction = z + (2.0 * terms + 1.0);
  for (double k = terms; k > 0.0; --k) fraction = z + (2.0 * k - 1.0) - k * k / fraction;
  return pi / 2.0 + (std::exp(-z) / fraction).imag();
}

/// Of d^2/dx^2 - k^2.
double of_line(double distance, double k) {
  return k == 0.0 ? distance / 2.0 : -std::exp(-k * distance) / (2.0 * k);
}

/// Of d^2/dx^2 + d^2/dy^2 - k^2, at a distance.
double of_plane(double distance, double k) {
  constexpr double nothing_beyond = 700.0;  // where exp(-x) is next to no number
  if (k == 0.0) return std::log(distance) / (2.0 * pi);
  const double x = k * distance;
  return x > nothing_beyond ? 0.0 : -std::cyl_bessel_k(0.0, x) / (2.0 * pi);
}

/// Its mean around the charge.
double of_plane_at_charge(double k) {
  if (k == 0.0) return (pi - 6.0 - 2.0 * std::numbers::ln2) / (8.0 * pi);
  const double x = k * std::numbers::inv_sqrtpi;  // the circle's radius
  return -(1.0 - x * std::cyl_bessel_k(1.0, x)) / (pi * x * x);
}

}  // namespace

std::size_t unbounded_axes(Workload workload) {
  switch (workload) {
    case Workload::unbounded_poisson:
      return 3;
    case Workload::unbounded_plane_poisson:
      return 2;
    case Workload::unbounded_line_poisson:
      return 1;
    default:
      return 0;
  }
}

Extents source_shape(const Problem& problem) {
  Extents part = problem.shape;
  const std::size_t unbounded = unbounded_axes(problem.workload);
  for (std::size_t axis = 0; axis < unbounded; ++axis) part[axis] = (part[axis] + 1) / 2;
  return part;
}

std::vector<Image> images(const Problem& problem, const Extents& charge) {
  std::vector<Image> all{{charge, 1.0}};
  for (std::size_t axis = 0; axis < unbounded_axes(problem.workload); ++axis) {
    const Transform kind = problem.kind(axis);
    if (!real_to_real(kind)) continue;
    for (Image image : std::vector(all)) {
      image.at[axis] = -1 - image.at[axis];
      if (kind == Transform::dst2) image.sign = -image.sign;
      all.push_back(image);
    }
  }
  return all;
}

double greens_function(Index squared_distance) {
  if (squared_distance == 0) return -1.0 / (2.0 * pi);
  const double distance = std::sqrt(static_cast<double>(squared_distance));
  return -sine_integral(pi * distance) / (2.0 * pi * pi * distance);
}

Index squared_distance(const Extents& one, const Extents& other) {
  Index sum = 0;
  for (std::size_t axis = 0; axis < one.size(); ++axis) {
    sum += (one[axis] - other[axis]) * (one[axis] - other[axis]);
  }
  return sum;
}

double greens_function(std::size_t axes, Index squared_distance, double wave_number) {
  const double distance = std::sqrt(static_cast<double>(squared_distance));
  if (axes == 1) return of_line(distance, wave_number);
  return squared_distance == 0 ? of_plane_at_charge(wave_number) : of_plane(distance, wave_number);
}

double bounded_wave_number(const Problem& problem, const Extents& k) {
  const Extents logical = problem.logical_shape();
  double squares = 0.0;
  for (std::size_t axis = unbounded_axes(problem.workload); axis < k.size(); ++axis) {
    const double number = 2.0 * pi * wave_number(problem.kind(axis), problem.shape[axis], k[axis]) /
                          static_cast<double>(logical[axis]);
    squares += number * number;
  }
  return std::sqrt(squares);
}

}  // namespace fftbench
