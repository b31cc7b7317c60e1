#pragma once

#include <vector>

#include "graph/task_graph.hpp"

namespace taskfft {

/// The worker that runs a task if nothing speaks against it: each stage's work, and each exchange's
/// packing and unpacking, is cut into as many contiguous and equal shares as there are workers. So
/// a worker finds in its cache what it wrote in the last execution.
int home_worker(const Task& task, int workers);

/// A task about to be queued, and by whom.
struct Assignment {
  TaskId id;
  double seconds;
  int worker;
};

/// Evens out where the loads (seconds that each worker has before it, these tasks included) spread
/// by more than a quarter of their mean: moves tasks, the last ones first, from the most to the
/// least loaded worker as long as that helps.
void rebalance(std::vector<double>& loads, std::vector<Assignment>& tasks);

/// What moving a task to another worker costs: the latency of a queue of another core, and the
/// elements it reads coming from another core's cache.
double moving_seconds(const Task& task);

}  // namespace taskfft
