#include "cube.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numbers>

namespace simulated {
namespace {

using Complex = std::complex<double>;
using Axes = std::array<Numbers, 3>;

Complex turn(double angle) {
  return std::polar(1.0, 2 * std::numbers::pi * angle);
}

/// A wave of s turns along each axis, s no whole number and another one per axis: the field is
/// their product, no element of its spectrum is zero, and no two are alike.
double turns(std::size_t axis) {
  constexpr std::array<double, 3> all{1.3, 2.6, 5.45};
  return all[axis];
}

Numbers wave(std::size_t axis, Index length) {
  Numbers numbers;
  for (Index j = 0; j < length; ++j) {
    numbers.push_back(turn(turns(axis) * static_cast<double>(j) / static_cast<double>(length)));
  }
  return numbers;
}

/// The sum over j of wave_j exp(-2 pi i j k / n), a geometric series.
Numbers spectrum_of_wave(std::size_t axis, Index length) {
  const double s = turns(axis);
  Numbers numbers;
  for (Index k = 0; k < length; ++k) {
    const double step = (s - static_cast<double>(k)) / static_cast<double>(length);
    numbers.push_back((1.0 - turn(s)) / (1.0 - turn(step)));
  }
  return numbers;
}

/// Calls visit(place in memory, product of the axes' numbers) for each element of a layout.
template <class Visit>
void for_each_element(const Layout& layout, const Axes& axes, Visit visit) {
  const auto number = [&axes](std::size_t axis, Index at) {
    return axes[axis][static_cast<std::size_t>(at)];
  };
  for (Index i = layout.lo[0]; i < layout.hi[0]; ++i) {
    for (Index j = layout.lo[1]; j < layout.hi[1]; ++j) {
      const Complex row = number(0, i) * number(1, j);
      for (Index k = layout.lo[2]; k < layout.hi[2]; ++k) {
        visit(layout.offset(i, j, k), row * number(2, k));
      }
    }
  }
}

double largest(double mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return mine;
}

/// The largest difference over all ranks, after `scale`, over the largest known number. NaN, which
/// no maximum keeps, counts as infinite.
double deviation(const Layout& layout, const Axes& known, const Complex* found, double scale) {
  double most = 0, size = 0;
  for_each_element(layout, known, [&](Index at, Complex number) {
    const double difference = std::abs(scale * found[at] - number);
    most = std::max(most, std::isnan(difference) ? HUGE_VAL : difference);
    size = std::max(size, std::abs(number));
  });
  return largest(most) / largest(size);
}

/// Simulated, on the slowest rank.
double seconds(const std::function<void()>& step) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  step();
  return largest(MPI_Wtime() - begin);
}

struct Result {
  double forward_s, backward_s;
  double forward_error, backward_error;
  /// Rounding leaves some 1e-14.
  bool right() const { return std::max(forward_error, backward_error) < 1e-12; }
};

Result measure(Index length, const Transform& transform) {
  Axes waves, spectra;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    waves[axis] = wave(axis, length);
    spectra[axis] = spectrum_of_wave(axis, length);
  }
  for_each_element(transform.input, waves,
                   [&](Index at, Complex number) { transform.field[at] = number; });
  Result result{};
  result.forward_s = seconds(transform.forward);
  result.forward_error = deviation(transform.output, spectra, transform.spectrum, 1);
  std::fill_n(transform.field, transform.input.size, Complex());
  result.backward_s = seconds(transform.backward);
  const double points = std::pow(static_cast<double>(length), 3);
  result.backward_error = deviation(transform.input, waves, transform.field, 1 / points);
  return result;
}

void print(Index length, const Description& d, const Result& result) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::printf(
      "{\"library\": \"%s\", \"ranks\": %d, \"length\": %lld, \"grid\": [%d, %d, %d], "
      "\"decomposition\": \"%s\", \"exchange\": \"%s\", \"message_groups\": %d, "
      "\"status\": \"%s\", \"forward_s\": %.4e, \"backward_s\": %.4e, \"forward_error\": %.1e, "
      "\"backward_error\": %.1e}\n",
      d.library.c_str(), ranks, static_cast<long long>(length), d.grid[0], d.grid[1], d.grid[2],
      d.decomposition.c_str(), d.exchange.c_str(), d.message_groups,
      result.right() ? "ok" : "wrong", result.forward_s, result.backward_s, result.forward_error,
      result.backward_error);
  std::fflush(stdout);
}

}  // namespace

bool transform_cube(Index length, const Transform& transform, const Description& description) {
  const Result result = measure(length, transform);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) print(length, description, result);
  return result.right();
}

int run_program(int argc, char** argv, bool (*run)(Index, const std::string&)) {
  const int length = argc > 1 ? std::atoi(argv[1]) : 0;
  if (length < 1) {
    std::fprintf(stderr, "usage: %s LENGTH [name=value]...\n", argv[0]);
    return 2;
  }
  MPI_Init(&argc, &argv);
  bool right = false;
  try {
    std::string settings;
    for (int at = 2; at < argc; ++at) settings.append(argv[at]).append(" ");
    right = run(length, settings);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Finalize();
  return right ? 0 : 1;
}

}  // namespace simulated
