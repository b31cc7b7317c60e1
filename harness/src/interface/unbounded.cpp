#include <cmath>
#include <complex>
#include <fftbench/unbounded.hpp>
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

}  // namespace

Extents source_shape(const Extents& shape) {
  Extents half = shape;
  for (Index& points : half) points = (points + 1) / 2;
  return half;
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

}  // namespace fftbench
