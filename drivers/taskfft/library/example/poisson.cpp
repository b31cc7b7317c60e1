// Solves Poisson's equation in a box with a boundary condition of its own along each axis: zero on
// both walls (dst2), no flux through either (dct2), periodic (r2c); points in the middle of cells.
// The solver divides the spectrum while it is made. Compared with an exact solution, by the symbol
// of the derivative, whose error falls faster than any power of the distance between points, and by
// that of the second difference, with the same error as a solver on the grid: second order.
//   mpirun -n 4 taskfft_example_poisson
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "common.hpp"

namespace {

using example::Point;
using taskfft::Index;
constexpr double pi = std::numbers::pi;

enum class Symbol { spectral, second_order };

/// A function of one coordinate and its second derivative.
struct Profile {
  double value;
  double curvature;
};
Profile between_walls(double x) {  // sin(pi x) exp(cos(pi x)): zero on both
  const double s = std::sin(pi * x), c = std::cos(pi * x), e = std::exp(c);
  return {s * e, pi * pi * e * s * (s * s - 3 * c - 1)};
}
Profile without_flux(double y) {  // exp(cos(pi y)): even on either side
  const double s = std::sin(pi * y), c = std::cos(pi * y), e = std::exp(c);
  return {e, pi * pi * e * (s * s - c)};
}
Profile periodic(double z) {  // exp(sin(2 pi z))
  const double s = std::sin(2 * pi * z), c = std::cos(2 * pi * z), e = std::exp(s);
  return {e, 4 * pi * pi * e * (c * c - s)};
}

/// The solution u = X(x) Y(y) Z(z) and its Laplacian at the middle of a cell of the unit box.
Profile exact(const Point& p, double h) {
  const auto middle = [h](Index at) { return (static_cast<double>(at) + 0.5) * h; };
  const Profile x = between_walls(middle(p[0])), y = without_flux(middle(p[1])),
                z = periodic(middle(p[2]));
  return {x.value * y.value * z.value, x.curvature * y.value * z.value +
                                           x.value * y.curvature * z.value +
                                           x.value * y.value * z.curvature};
}

/// Minus what the second derivative along an axis multiplies each of my waves by.
std::vector<double> symbol(const taskfft::Problem& problem, const taskfft::Layout& layout, int axis,
                           double h, Symbol kind) {
  std::vector<double> numbers = taskfft::wave_numbers(problem, layout, axis);
  for (double& k : numbers) {
    k = (kind == Symbol::spectral ? k * k : 2 - 2 * std::cos(k)) / (h * h);
  }
  return numbers;
}

double largest_error(Index n, Symbol kind) {
  using enum taskfft::Transform;
  const double h = 1.0 / static_cast<double>(n);
  const taskfft::Problem problem{.extents = {n, n, n}, .kinds = {dst2, dct2, r2c}};
  taskfft::Plan plan(problem, {.scaling = taskfft::Scaling::backward}, MPI_COMM_WORLD);
  const taskfft::Layout& waves = plan.output();
  std::vector<double> field(static_cast<std::size_t>(plan.input().size));
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(waves.size));
  plan.commit(field.data(), spectrum.data());
  example::for_each_point(
      plan.input(), [&](const Point& p, std::size_t at) { field[at] = exact(p, h).curvature; });
  std::array<std::vector<double>, 3> symbols;
  for (int a = 0; a < 3; ++a) {
    symbols[static_cast<std::size_t>(a)] = symbol(problem, waves, a, h, kind);
  }
  plan.forward([&](const taskfft::SpectrumRun& run) {
    const auto points = run.points<std::complex<double>>();
    for (std::size_t p = 0; p < points.size(); ++p) {
      double sum = 0;  // never zero: nothing is constant along the first axis
      for (std::size_t a = 0; a < 3; ++a) {
        const Index mine = run.at(static_cast<int>(a), p) - waves.lo[a];
        sum += symbols[a][static_cast<std::size_t>(mine)];
      }
      points[p] /= -sum;
    }
  });
  plan.backward();
  double error = 0;
  example::for_each_point(plan.input(), [&](const Point& p, std::size_t at) {
    error = example::worse(error, std::abs(field[at] - exact(p, h).value));
  });
  return example::on_any_rank(error);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double coarse = largest_error(16, Symbol::second_order);
  const double fine = largest_error(32, Symbol::second_order);
  const double spectral = largest_error(32, Symbol::spectral);
  example::say("second order, 16^3 and 32^3 points: %.1e, %.1e; spectral, 32^3: %.1e\n", coarse,
               fine, spectral);
  MPI_Finalize();
  const double order = std::log2(coarse / fine);
  return order > 1.8 && order < 2.2 && spectral < 1e-11 ? 0 : 1;
}
