/// Where the threads of a plan wait, stage by stage, and what they steal.
///
///     mpirun -n RANKS taskfft_scaling [threads [rounds [length ...]]]
///
/// Cubes of complex numbers of these lengths, double precision, out of place. Pairs of transforms
/// are timed without a trace; then as many are traced. Prints the median time of a pair on the
/// slowest rank with its 95 % interval, and of the traced pairs, for each direction and stage on
/// the first rank: the time that its threads computed and the time that they were idle before a
/// task of this stage, in per cent of all their time, and how many of its tasks were stolen.

#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "cubes.hpp"
#include "traced_plan.hpp"

namespace {

using namespace taskfft;
using Seconds = std::chrono::duration<double>;

/// A stage's part of what all threads did.
struct StageTimes {
  Seconds computing{0};
  Seconds waiting{0};  ///< without a task, before one of this stage
  int tasks = 0;
  int stolen = 0;
};

/// By stage of one direction, from events of all workers. The waiting after a worker's last task is
/// the last stage's.
std::vector<StageTimes> stage_times(const Recorder& recorder, std::size_t stages) {
  std::vector<StageTimes> times(stages);
  for (int worker = 0; worker < recorder.workers(); ++worker) {
    Seconds waiting{0};
    for (const Event& event : recorder.events(worker)) {
      if (!event.task || event.task->kind != TaskKind::transform) {
        waiting += event.end - event.begin;
        continue;
      }
      StageTimes& stage = times[static_cast<std::size_t>(event.task->place)];
      stage.waiting += std::exchange(waiting, Seconds{0});
      stage.computing += event.end - event.begin;
      ++stage.tasks;
      if (event.stolen) ++stage.stolen;
    }
    times.back().waiting += waiting;
  }
  return times;
}

/// The seconds of a pair of transforms on the slowest rank.
double pair_seconds(TracedPlan& plan) {
  return slowest_seconds([&plan] {
    plan.forward();
    plan.backward();
  });
}

/// Traced transforms of one direction, so few that the recorder keeps all their events.
std::vector<StageTimes> traced(TracedPlan& plan, bool forward, int rounds) {
  plan.recorder().clear();
  for (int round = 0; round < rounds; ++round) {
    plan.record(forward);
    MPI_Barrier(MPI_COMM_WORLD);
    plan.forward();
    plan.record(!forward);
    MPI_Barrier(MPI_COMM_WORLD);
    plan.backward();
  }
  plan.record(false);
  constexpr std::size_t slab = 2, pencil = 3;
  return stage_times(plan.recorder(), plan.effective().decomposition == "slab" ? slab : pencil);
}

double all_seconds(const Recorder& recorder) {
  double all = 0;
  for (const WorkerTimes& worker : recorder.times()) all += worker.all;
  return all;
}

void print_stages(TracedPlan& plan, bool forward, int rounds, bool prints) {
  const std::vector<StageTimes> stages = traced(plan, forward, rounds);
  const double all = all_seconds(plan.recorder());
  for (std::size_t k = 0; k < stages.size() && prints; ++k) {
    const StageTimes& stage = stages[k];
    std::printf("          %-8s stage %zu: computing %5.1f %%, waiting %5.1f %%, %d of %d stolen\n",
                forward ? "forward" : "backward", k, 100 * stage.computing.count() / all,
                100 * stage.waiting.count() / all, stage.stolen / rounds, stage.tasks / rounds);
  }
}

void measure(int threads, int rounds, Index length, bool prints) {
  constexpr int warm = 3;
  TracedPlan plan(length, threads, Placement::out_of_place);
  std::vector<double> seconds;
  for (int round = 0; round < warm; ++round) pair_seconds(plan);
  for (int round = 0; round < rounds; ++round) seconds.push_back(pair_seconds(plan));
  const Median pair = median(seconds);
  if (prints) {
    const Grid& grid = plan.effective().options.grid;
    std::printf("%8lld  %10.3f ms a pair  (%.3f to %.3f), grid %d x %d, %d chunks\n",
                static_cast<long long>(length), 1e3 * pair.value, 1e3 * pair.low, 1e3 * pair.high,
                grid[0], grid[1], plan.effective().options.chunks);
  }
  print_stages(plan, true, rounds, prints);
  print_stages(plan, false, rounds, prints);
  if (prints) std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = cube_arguments(argc, argv, "taskfft_scaling", 21);
  if (!wanted) return 2;
  const auto& [threads, rounds, lengths] = *wanted;
  start_mpi(argc, argv, threads);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) std::printf("%d ranks, %d threads each, %d rounds\n", ranks, threads, rounds);
  for (const Index length : lengths) measure(threads, rounds, length, rank == 0);
  MPI_Finalize();
  return 0;
}
