// Solves (1 - Laplacian) u = f, periodic, for an application that has its array in many bricks a
// rank, as codes with a mesh of patches do: each in memory of its own with a layer of ghost points
// around it, dealt to the ranks in turn. The spectrum comes in one brick a rank. Compared with an
// exact solution; the ghost points must stay what they are.
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

struct World {
  int rank = 0, ranks = 0;

  World() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
};

/// A brick of a grid of them, without gaps.
Layout brick_of(const std::vector<Index>& of, const int (&grid)[3], int number) {
  const Index place[] = {number / (grid[1] * grid[2]), number / grid[2] % grid[1],
                         number % grid[2]};
  std::vector<Index> lo, hi;
  for (std::size_t a = 0; a < 3; ++a) {
    lo.push_back(of[a] * place[a] / grid[a]);
    hi.push_back(of[a] * (place[a] + 1) / grid[a]);
  }
  return taskfft::make_box(lo, hi);
}

/// A brick and the ghost points around it, in one array.
struct Patch {
  Layout brick;
  std::vector<double> points;

  explicit Patch(const Layout& without_ghosts) : brick(without_ghosts) {
    const auto length = [this](std::size_t a) { return brick.hi[a] - brick.lo[a] + 2 * ghosts; };
    brick.stride = {length(1) * length(2), length(2), 1};
    points.assign(static_cast<std::size_t>(length(0) * brick.stride[0]), untouched);
  }
  /// Of the brick.
  double* first() {
    return points.data() + ghosts * (brick.stride[0] + brick.stride[1] + brick.stride[2]);
  }
};

/// 48 patches, every so many-th of which is this rank's.
std::vector<Patch> my_patches() {
  constexpr int grid[] = {4, 3, 4};
  const World world;
  std::vector<Patch> mine;
  for (int number = world.rank; number < 48; number += world.ranks) {
    mine.emplace_back(brick_of(extents, grid, number));
  }
  return mine;
}

/// One brick for each rank.
Layout my_brick(const std::vector<Index>& of) {
  const World world;
  int grid[3] = {};
  MPI_Dims_create(world.ranks, 3, grid);
  return brick_of(of, grid, world.rank);
}

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
  std::vector<Patch> patches = my_patches();
  taskfft::Boxes mine;
  std::vector<double*> field;  // an address for each box
  for (Patch& patch : patches) {
    mine.input.push_back(patch.brick);
    field.push_back(patch.first());
  }
  mine.output = {my_brick(taskfft::spectrum_extents(problem))};
  taskfft::BoxPlan plan(problem, {.scaling = taskfft::Scaling::backward}, mine, MPI_COMM_WORLD);
  const Layout& waves = plan.output().front();
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(waves.size));
  plan.commit(field, spectrum);
  const auto for_my_points = [&](auto visit) {
    for (Patch& patch : patches) {
      example::for_each_point(patch.brick,
                              [&](const Point& p, std::size_t at) { visit(p, patch.first()[at]); });
    }
  };
  for_my_points([](const Point& p, double& value) { value = exact(p).source; });
  plan.forward();
  solve(problem, waves, spectrum);
  plan.backward();
  double error = 0;
  for_my_points([&](const Point& p, double& value) {
    error = example::worse(error, std::abs(value - exact(p).value));
    value = untouched;
  });
  for (const Patch& patch : patches) {
    for (const double point : patch.points) {
      error = example::worse(error, std::abs(point - untouched));
    }
  }
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
