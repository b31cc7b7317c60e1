/// What a trace costs: the time of a traced plan over that of the same plan without a trace.
///
///     mpirun -n RANKS taskfft_trace_cost [threads [rounds [length ...]]]
///
/// Cubes of complex numbers of these lengths, double precision, in place. Both plans are of one
/// process, have the same settings and the same array, and take turns. A round's ratio is that of
/// the slowest rank's times of a forward and a backward transform. Prints the median of the ratios
/// and its 95 % interval.

#include <mpi.h>

#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "taskfft/taskfft.hpp"
#include "turns.hpp"

namespace {

using namespace taskfft;

/// A plan and the times of its pairs of transforms, in seconds.
class Contestant {
 public:
  Contestant(const Problem& problem, const Options& options)
      : plan_(problem, options, MPI_COMM_WORLD) {}

  Plan& plan() { return plan_; }
  const std::vector<double>& seconds() const { return seconds_; }

  void run() {
    MPI_Barrier(MPI_COMM_WORLD);
    const auto begin = std::chrono::steady_clock::now();
    plan_.forward();
    plan_.backward();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    double slowest = taken.count();
    MPI_Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    seconds_.push_back(slowest);
  }
  void forget() { seconds_.clear(); }

 private:
  Plan plan_;
  std::vector<double> seconds_;
};

struct Cost {
  Median seconds;  ///< of a pair without a trace
  Median ratio;
};

Cost measure(int threads, int rounds, Index length) {
  constexpr int warm = 3;
  const Problem problem{.extents = {length, length, length}, .placement = Placement::in_place};
  Contestant plain(problem, {.threads = threads});
  // Zeros, which stay zeros, however often they are transformed.
  std::vector<std::complex<double>> array(static_cast<std::size_t>(plain.plan().input().size));
  plain.plan().commit(array.data(), array.data());
  Options same = plain.plan().effective().options;
  same.trace = "/dev/null";
  Contestant traced(problem, same);
  traced.plan().commit(array.data(), array.data());

  const auto take = [&](int number) {
    take_turns(
        number, [&] { plain.run(); }, [&] { traced.run(); });
  };
  take(warm);
  plain.forget();
  traced.forget();
  take(rounds);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < plain.seconds().size(); ++k) {
    ratios.push_back(traced.seconds()[k] / plain.seconds()[k]);
  }
  return {median(plain.seconds()), median(ratios)};
}

void print_costs(int threads, int rounds, const std::vector<Index>& lengths) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) {
    std::printf("%d ranks, %d threads each, medians of %d rounds\n", ranks, threads, rounds);
    std::printf("%8s  %12s  %21s  %s\n", "length", "ms a pair", "with a trace over not", "95 %");
  }
  for (const Index length : lengths) {
    const Cost cost = measure(threads, rounds, length);
    if (rank > 0) continue;
    std::printf("%8lld  %12.3f  %21.4f  %.4f to %.4f\n", static_cast<long long>(length),
                1e3 * cost.seconds.value, cost.ratio.value, cost.ratio.low, cost.ratio.high);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argument(argc, argv, 1, 1);
  const int rounds = argument(argc, argv, 2, 101);
  std::vector<Index> lengths{64, 128, 256};
  if (argc > 3) lengths.clear();
  bool sound = threads > 0 && rounds > 0 && std::getenv("TASKFFT_TRACE") == nullptr;
  for (int place = 3; place < argc; ++place) {
    lengths.push_back(argument(argc, argv, place, 0));
    sound = sound && lengths.back() > 0;
  }
  if (!sound) {
    std::fprintf(stderr,
                 "usage: taskfft_trace_cost [threads [rounds [length ...]]], all of them 1 or "
                 "more, without TASKFFT_TRACE, which would trace both sides\n");
    return 2;
  }
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  print_costs(threads, rounds, lengths);
  MPI_Finalize();
  return 0;
}
