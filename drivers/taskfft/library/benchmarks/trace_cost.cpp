/// What a trace costs: the time of a plan that is traced over the time of the same plan that is
/// not.
///
///     mpirun -n RANKS taskfft_trace_cost [threads [rounds [length ...]]]
///
/// Cubes of complex numbers of these lengths, double precision, in place. One plan is traced and
/// not traced in turn, since of two the one whose buffers lie better would be the faster by more
/// than a trace costs. A round's ratio is that of the slowest rank's times of a forward and a
/// backward transform. Prints the median of the ratios and its 95 % interval.

#include <mpi.h>

#include <chrono>
#include <complex>
#include <cstdio>
#include <vector>

#include "cubes.hpp"
#include "engine/engine.hpp"
#include "engine/executors.hpp"
#include "run/cores.hpp"
#include "run/trace.hpp"

namespace {

using namespace taskfft;

/// A committed plan whose executor may be told to record, or not.
class Plan {
 public:
  Plan(Index length, int threads) : recorder_(threads) {
    const Problem problem{.extents = {length, length, length}, .placement = Placement::in_place};
    const Options options{.threads = threads};
    const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
    auto executor = make_executor(options, MPI_THREAD_FUNNELED,
                                  share_of_cores(Communicator::of_node(world), threads));
    executor_ = executor.get();
    engine_ = make_engine(problem, options, MPI_COMM_WORLD, std::move(executor));
    array_.resize(static_cast<std::size_t>(engine_->input().size));  // zeros, which stay zeros
    engine_->commit(array_.data(), array_.data());
  }

  /// The seconds of a pair of transforms on the slowest rank.
  double run(bool traced) {
    executor_->record(traced ? &recorder_ : nullptr);
    MPI_Barrier(MPI_COMM_WORLD);
    const auto begin = std::chrono::steady_clock::now();
    engine_->forward();
    engine_->backward();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    double slowest = taken.count();
    MPI_Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
  }

 private:
  Recorder recorder_;
  std::vector<std::complex<double>> array_;
  std::unique_ptr<Engine> engine_;
  Executor* executor_;  ///< the engine's
};

struct Cost {
  Median seconds;  ///< of a pair without a trace
  Median ratio;
};

Cost measure(int threads, int rounds, Index length) {
  constexpr int warm = 3;
  Plan plan(length, threads);
  std::vector<double> plain, traced, ratios;
  take_turns(
      warm + rounds, [&] { plain.push_back(plan.run(false)); },
      [&] { traced.push_back(plan.run(true)); });
  plain.erase(plain.begin(), plain.begin() + warm);
  traced.erase(traced.begin(), traced.begin() + warm);
  for (std::size_t k = 0; k < plain.size(); ++k) ratios.push_back(traced[k] / plain[k]);
  return {median(plain), median(ratios)};
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
  const auto wanted = cube_arguments(argc, argv, "taskfft_trace_cost", 101);
  if (!wanted) return 2;
  const auto& [threads, rounds, lengths] = *wanted;
  start_mpi(argc, argv, threads);
  print_costs(threads, rounds, lengths);
  MPI_Finalize();
  return 0;
}
