// Convolves two periodic fields by their spectra, which are multiplied while the second one is
// made, and compares with the sum that defines it.
//   mpirun -n 4 taskfft_example_convolution
#include <cmath>
#include <complex>
#include <vector>

#include "common.hpp"

namespace {

using example::Point;
using taskfft::Index;

constexpr Index n0 = 8, n1 = 6, n2 = 10;

double signal(Index i, Index j, Index k) {
  return std::sin(static_cast<double>(1 + i + 3 * j + 7 * k * k));
}
double kernel(Index i, Index j, Index k) {
  return std::exp(-0.3 * static_cast<double>(i + 2 * j + k));
}

/// The convolution at a point p: the sum over all (a, b, c) of
/// signal(a, b, c) kernel(p - (a, b, c)), indices modulo the extents.
double direct(const Point& p) {
  double sum = 0;
  for (Index a = 0; a < n0; ++a) {
    for (Index b = 0; b < n1; ++b) {
      for (Index c = 0; c < n2; ++c) {
        sum += signal(a, b, c) *
               kernel((p[0] - a + n0) % n0, (p[1] - b + n1) % n1, (p[2] - c + n2) % n2);
      }
    }
  }
  return sum;
}

double largest_error() {
  const taskfft::Problem problem{.extents = {n0, n1, n2}, .transform = taskfft::Transform::r2c};
  taskfft::Plan plan(problem, {.scaling = taskfft::Scaling::backward}, MPI_COMM_WORLD);
  std::vector<double> field(static_cast<std::size_t>(plan.input().size));
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(plan.output().size));
  std::vector<std::complex<double>> factors(spectrum.size());
  plan.commit(field.data(), spectrum.data());

  example::for_each_point(
      plan.input(), [&](const Point& p, std::size_t at) { field[at] = kernel(p[0], p[1], p[2]); });
  plan.forward(field, factors);
  example::for_each_point(
      plan.input(), [&](const Point& p, std::size_t at) { field[at] = signal(p[0], p[1], p[2]); });
  plan.forward([&](const taskfft::SpectrumRun& run) {
    const auto points = run.points<std::complex<double>>();
    const std::complex<double>* factor = factors.data() + (points.data() - spectrum.data());
    for (std::complex<double>& point : points) point *= *factor++;
  });
  plan.backward();

  double error = 0;
  example::for_each_point(plan.input(), [&](const Point& p, std::size_t at) {
    error = example::worse(error, std::abs(field[at] - direct(p)));
  });
  return example::on_any_rank(error);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double error = largest_error();
  example::say("largest error of the convolution: %.1e\n", error);
  MPI_Finalize();
  return error < 1e-11 ? 0 : 1;
}
