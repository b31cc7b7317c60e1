/// What it takes to commit arrays: the first time, with all trials, and to change to others.
///
///     mpirun -n RANKS taskfft_commits [threads [rounds [length ...]]]
///
/// Cubes of these lengths, double precision, out of place, complex numbers and reals. A plan
/// commits two pairs of arrays by turns; the times are the slowest rank's, the first one alone, the
/// others their median and its 95 % interval.

#include <complex>
#include <cstdio>
#include <vector>

#include "cubes.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;

struct Arrays {
  explicit Arrays(const Plan& plan)
      : in(static_cast<std::size_t>(plan.input().size)),
        out(static_cast<std::size_t>(plan.output().size)) {}
  std::vector<std::complex<double>> in, out;  // of reals, too large
};

/// Milliseconds on the slowest rank.
double commit(Plan& plan, Arrays& arrays) {
  return 1e3 * slowest_seconds([&] { plan.commit(arrays.in.data(), arrays.out.data()); });
}

void print_commits(int threads, int rounds, Index length, Transform transform) {
  const Problem problem{.extents = {length, length, length}, .transform = transform};
  Plan plan(problem, {.threads = threads}, MPI_COMM_WORLD);
  Arrays one(plan), other(plan);
  const double first = commit(plan, one);
  std::vector<double> times;
  take_turns(
      rounds, [&] { times.push_back(commit(plan, other)); },
      [&] { times.push_back(commit(plan, one)); });
  const Median later = median(times);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) return;
  std::printf("%s %lld^3: %.1f ms, later %.3f ms (%.3f to %.3f)\n", name(transform).data(),
              static_cast<long long>(length), first, later.value, later.low, later.high);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = cube_arguments(argc, argv, "taskfft_commits", 101);
  if (!wanted) return 2;
  const auto& [threads, rounds, lengths] = *wanted;
  start_mpi(argc, argv, threads);
  for (const Index length : lengths) {
    for (const Transform transform : {Transform::c2c, Transform::r2c}) {
      print_commits(threads, rounds, length, transform);
    }
  }
  MPI_Finalize();
  return 0;
}
