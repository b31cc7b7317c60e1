/// taskfft on very many ranks that a simulator runs in one process.
///
///     smpirun -no-privatize ... many_ranks.so LENGTH [name=value]...
///
/// A cube of complex numbers is transformed forward and backward with these settings (words of
/// bindings/settings.hpp, as "exchange=p2p grid=16x16"), and every rank compares all its elements
/// with numbers known beforehand. The first rank prints a line of JSON; times are simulated
/// seconds. Ends with 1 if any number was wrong.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numbers>
#include <string>
#include <vector>

#include "bindings/settings.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;
using Complex = std::complex<double>;
using Numbers = std::vector<Complex>;
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
        visit(static_cast<std::size_t>(layout.offset(i, j, k)), row * number(2, k));
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
double deviation(const Layout& layout, const Axes& known, const Numbers& found, double scale) {
  double most = 0, size = 0;
  for_each_element(layout, known, [&](std::size_t at, Complex number) {
    const double difference = std::abs(scale * found[at] - number);
    most = std::max(most, std::isnan(difference) ? HUGE_VAL : difference);
    size = std::max(size, std::abs(number));
  });
  return largest(most) / largest(size);
}

/// Simulated, on the slowest rank.
template <class Step>
double seconds(Step step) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  step();
  return largest(MPI_Wtime() - begin);
}

struct Result {
  double forward_s, backward_s;
  double forward_error, backward_error;
  Effective effective;
};

Result transform(const Problem& problem, const Options& options) {
  Plan plan(problem, options, MPI_COMM_WORLD);
  Numbers field(static_cast<std::size_t>(plan.input().size));
  Numbers spectrum(static_cast<std::size_t>(plan.output().size));
  plan.commit(field.data(), spectrum.data());
  Result result{};
  result.effective = plan.effective();

  Axes waves, spectra;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    waves[axis] = wave(axis, problem.extents[axis]);
    spectra[axis] = spectrum_of_wave(axis, problem.extents[axis]);
  }
  for_each_element(plan.input(), waves,
                   [&](std::size_t at, Complex number) { field[at] = number; });
  result.forward_s = seconds([&] { plan.forward(); });
  result.forward_error = deviation(plan.output(), spectra, spectrum, 1);
  std::fill(field.begin(), field.end(), Complex());
  result.backward_s = seconds([&] { plan.backward(); });
  result.backward_error = deviation(plan.input(), waves, field, 1 / round_trip_factor(problem));
  return result;
}

void print(const Problem& problem, int ranks, const Result& result, bool right) {
  const Options& used = result.effective.options;
  std::printf(
      "{\"ranks\": %d, \"length\": %lld, \"grid\": [%d, %d, %d], \"exchange\": \"%s\", "
      "\"message_groups\": %d, \"decomposition\": \"%s\", \"status\": \"%s\", "
      "\"forward_s\": %.4e, \"backward_s\": %.4e, \"forward_error\": %.1e, "
      "\"backward_error\": %.1e}\n",
      ranks, static_cast<long long>(problem.extents[0]), used.grid[0], used.grid[1],
      std::max(used.grid[2], 1), std::string(name(used.exchange)).c_str(), used.message_groups,
      result.effective.decomposition.c_str(), right ? "ok" : "wrong", result.forward_s,
      result.backward_s, result.forward_error, result.backward_error);
  std::fflush(stdout);
}

/// True if all numbers are right: rounding leaves some 1e-14.
bool run(Index length, const std::string& settings) {
  Problem problem{.extents = {length, length, length}};
  Options options{.exchange = Exchange::p2p, .effort = Effort::estimate};
  read_settings(settings, problem, options);
  const Result result = transform(problem, options);
  const bool right = std::max(result.forward_error, result.backward_error) < 1e-12;
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) print(problem, ranks, result, right);
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  const int length = argc > 1 ? std::atoi(argv[1]) : 0;
  if (length < 1) {
    std::fprintf(stderr, "usage: many_ranks LENGTH [name=value]...\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  bool right = false;
  try {
    std::string settings;
    for (int at = 2; at < argc; ++at) settings.append(argv[at]).append(" ");
    right = run(length, settings);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "many_ranks: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
