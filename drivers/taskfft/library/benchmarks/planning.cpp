/// What planning takes on one rank of many, without running the plan and without its buffers.
///
///     taskfft_planning [length [ranks [ranks per node [threads]]]]
///
/// A cube of complex numbers, double precision. Prints the grid, what the graphs hold, the time and
/// the memory of making all that a plan makes on this rank, and the time of the model that sorts
/// tuning's candidates. The shortest of five times each.

#include <cstdio>

#include "allocations.hpp"
#include "planned.hpp"
#include "support/timing.hpp"
#include "tuning/candidates.hpp"
#include "turns.hpp"

namespace {

using namespace taskfft;

template <class Step>
double shortest_ms(Step step) {
  double least = kNever;
  for (int round = 0; round < 5; ++round) {
    const Stopwatch watch;
    step();
    least = std::min(least, watch.seconds());
  }
  return 1e3 * least;
}

void print_plan(const Problem& problem, const Options& options, const Facts& facts) {
  Allocations::begin();
  const PlannedRank plan(problem, options, facts);
  const std::size_t peak = Allocations::peak_bytes();
  const Grid& grid = plan.setup.options.grid;
  const TaskGraph& graph = plan.forward.schedule.graph;
  std::size_t edges = 0;
  for (const TaskId count : graph.predecessor_counts()) edges += static_cast<std::size_t>(count);
  std::printf("grid %d x %d, %d message groups, %zu tasks, %zu edges forward\n", grid[0], grid[1],
              plan.setup.options.message_groups, graph.size(), edges);
  const double ms = shortest_ms([&] { PlannedRank(problem, options, facts); });
  std::printf("planning: %.1f ms, %.2f MB in %zu allocations\n", ms,
              static_cast<double>(peak) / 1e6, Allocations::number());
}

}  // namespace

int main(int argc, char** argv) {
  const Index length = argument(argc, argv, 1, 4096);
  const int ranks = argument(argc, argv, 2, 65536);
  const int ranks_per_node = argument(argc, argv, 3, 1);
  const int threads = argument(argc, argv, 4, 128);
  if (length < 1 || ranks < 1 || threads < 1 || ranks_per_node < 1 || ranks % ranks_per_node != 0) {
    std::fprintf(stderr, "usage: taskfft_planning [length [ranks [ranks per node [threads]]]]\n");
    return 2;
  }
  const Problem problem{.extents = {length, length, length}};
  const Options options{.threads = threads};
  print_plan(problem, options, facts_of(ranks / 2, ranks, ranks_per_node));
  const Machine machine = typical_machine(ranks, ranks_per_node);
  std::printf("tuning's model: %.1f ms\n",
              shortest_ms([&] { candidates(problem, options, machine); }));
  return 0;
}
