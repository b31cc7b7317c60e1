/// What truncated transforms save in a step of a direct numerical simulation: three real fields
/// from their spectra and back, with the 2/3 rule.
///
///     mpirun -n RANKS taskfft_truncated [threads [rounds [length ...]]]
///
/// Cubes of these lengths, double precision, out of place, r2c. Of two plans one has whole spectra,
/// the other one the waves with 3 |k| < length; they take turns. A round's ratio is that of the
/// slowest rank's times of a backward and a forward transform of the three fields. Prints medians,
/// and the ratio's 95 % interval. The whole spectra are not set to zero above the limit, which a
/// simulation would have to do with them.

#include <mpi.h>

#include <chrono>
#include <complex>
#include <cstdio>
#include <vector>

#include "cubes.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;

/// A committed plan with its arrays, all zeros, which stay zeros.
class Contestant {
 public:
  Contestant(Index length, int threads, const std::vector<Index>& kept)
      : plan_({.extents = {length, length, length},
               .transform = Transform::r2c,
               .fields = 3,
               .kept = kept},
              {.threads = threads}, MPI_COMM_WORLD),
        fields_(static_cast<std::size_t>(plan_.input().size)),
        spectra_(static_cast<std::size_t>(plan_.output().size)) {
    plan_.commit(fields_.data(), spectra_.data());
  }

  void run() {
    MPI_Barrier(MPI_COMM_WORLD);
    const auto begin = std::chrono::steady_clock::now();
    plan_.backward();
    plan_.forward();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    double slowest = taken.count();
    MPI_Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    seconds_.push_back(slowest);
  }
  void forget() { seconds_.clear(); }
  const std::vector<double>& seconds() const { return seconds_; }

 private:
  Plan plan_;
  std::vector<double> fields_;
  std::vector<std::complex<double>> spectra_;
  std::vector<double> seconds_;
};

void measure(int threads, int rounds, Index length) {
  constexpr int warm = 3;
  const Index kept = (length + 2) / 3;  // 0, 1, .. below a third
  Contestant whole(length, threads, {}), truncated(length, threads, {kept, kept, kept});
  const auto take = [&](int number) {
    take_turns(
        number, [&] { whole.run(); }, [&] { truncated.run(); });
  };
  take(warm);
  whole.forget();
  truncated.forget();
  take(rounds);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < whole.seconds().size(); ++k) {
    ratios.push_back(whole.seconds()[k] / truncated.seconds()[k]);
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) return;
  const Median ratio = median(ratios);
  std::printf("%8lld  %10.3f  %12.3f  %7.3f  %.3f to %.3f\n", static_cast<long long>(length),
              1e3 * median(whole.seconds()).value, 1e3 * median(truncated.seconds()).value,
              ratio.value, ratio.low, ratio.high);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = cube_arguments(argc, argv, "taskfft_truncated", 21);
  if (!wanted) return 2;
  const auto& [threads, rounds, lengths] = *wanted;
  start_mpi(argc, argv, threads);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) {
    std::printf("%d ranks, %d threads each, three fields, medians of %d rounds\n", ranks, threads,
                rounds);
    std::printf("%8s  %10s  %12s  %7s  %s\n", "length", "ms whole", "ms truncated", "ratio",
                "95 %");
  }
  for (const Index length : lengths) measure(threads, rounds, length);
  MPI_Finalize();
  return 0;
}
