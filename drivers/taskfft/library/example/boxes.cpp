// Solves (1 - Laplacian) u = f, periodic, for an application that has its array in bricks, each
// with a layer of ghost points around it, and wants the spectrum in bricks of its own. Compared
// with an exact solution; the ghost points must stay what they are.
//   mpirun -n 4 taskfft_example_boxes
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "common.hpp"

namespace {

using example::Point;
using taskfft::Index;
using taskfft::Layout;

const std::vector<Index> extents{32, 30, 36};
constexpr Index ghosts = 1;
constexpr double untouched = 12345;

/// This rank's brick of an array, without gaps.
Layout my_brick(const std::vector<Index>& of) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int grid[3] = {};
  MPI_Dims_create(ranks, 3, grid);
  const Index place[] = {rank / (grid[1] * grid[2]), rank / grid[2] % grid[1], rank % grid[2]};
  std::vector<Index> lo, hi;
  for (std::size_t a = 0; a < 3; ++a) {
    lo.push_back(of[a] * place[a] / grid[a]);
    hi.push_back(of[a] * (place[a] + 1) / grid[a]);
  }
  return taskfft::make_box(lo, hi);
}

/// A brick and the ghost points around it, in one array.
struct Patch {
  Layout brick = my_brick(extents);
  std::vector<double> points;
  double* first;  ///< of the brick

  Patch() {
    const auto length = [this](std::size_t a) { return brick.hi[a] - brick.lo[a] + 2 * ghosts; };
    brick.stride = {length(1) * length(2), length(2), 1};
    points.assign(static_cast<std::size_t>(length(0) * brick.stride[0]), untouched);
    first = points.data() + ghosts * (brick.stride[0] + brick.stride[1] + brick.stride[2]);
  }
};

struct Solution {
  double value;
  double source;  ///< the value minus its second derivatives
};

Solution exact(const Point& p) {
  const auto angle = [&](std::size_t a) {
    return 2 * std::numbers::pi * static_cast<double>(p[a]) / static_cast<double>(extents[a]);
  };
  const auto square = [](double number) { return number * number; };
  const double x = angle(0), y = angle(1), z = angle(2);
  const double value = std::exp(std::sin(x) + std::cos(y) + std::sin(z));
  const double curvature = square(std::cos(x)) - std::sin(x) + square(std::sin(y)) - std::cos(y) +
                           square(std::cos(z)) - std::sin(z);
  return {value, value * (1 - curvature)};
}

/// Divides each wave of this rank's box by what the operator multiplies it by.
void solve(const taskfft::Problem& problem, const Layout& box,
           std::vector<std::complex<double>>& spectrum) {
  std::vector<double> squares[3];
  for (std::size_t a = 0; a < 3; ++a) {
    squares[a] = taskfft::wave_numbers(problem, box, static_cast<int>(a));
    const double distance = 2 * std::numbers::pi / static_cast<double>(extents[a]);
    for (double& k : squares[a]) k = (k / distance) * (k / distance);
  }
  example::for_each_point(box, [&](const Point& p, std::size_t at) {
    double sum = 1;
    for (std::size_t a = 0; a < 3; ++a)
      sum += squares[a][static_cast<std::size_t>(p[a] - box.lo[a])];
    spectrum[at] /= sum;
  });
}

double largest_error() {
  const taskfft::Problem problem{.extents = extents, .transform = taskfft::Transform::r2c};
  Patch patch;
  taskfft::BoxPlan plan(problem, {.scaling = taskfft::Scaling::backward},
                        {patch.brick, my_brick(taskfft::spectrum_extents(problem))},
                        MPI_COMM_WORLD);
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(plan.output().size));
  plan.commit(patch.first, spectrum.data());
  example::for_each_point(
      patch.brick, [&](const Point& p, std::size_t at) { patch.first[at] = exact(p).source; });
  plan.forward();
  solve(problem, plan.output(), spectrum);
  plan.backward();
  double error = 0;
  example::for_each_point(patch.brick, [&](const Point& p, std::size_t at) {
    error = std::max(error, std::abs(patch.first[at] - exact(p).value));
    patch.first[at] = untouched;
  });
  for (const double point : patch.points) error = std::max(error, std::abs(point - untouched));
  return example::on_any_rank(error);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double error = largest_error();
  example::say("largest error of the solution: %.1e\n", error);
  MPI_Finalize();
  return error < 1e-11 ? 0 : 1;
}
