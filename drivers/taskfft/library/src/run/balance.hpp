#pragma once
/// Which worker runs a task: where it belongs, what moving it costs, and how loads are evened out.

#include <vector>

#include "graph/task_graph.hpp"

namespace taskfft {

/// The worker that a task belongs to: the work of each stage, and the packing and unpacking of each
/// exchange, is cut into as many contiguous and equal shares as there are workers. A worker then
/// finds in its cache what it wrote in the last execution.
int home_worker(const Task& task, int workers);

/// A task about to be queued: the seconds it is expected to take, and the worker it goes to.
struct Assignment {
  TaskId id;
  double seconds;
  int worker;
};

/// Evens out the loads (the seconds that each worker has before it, these tasks included) where
/// their standard deviation exceeds a quarter of their mean: moves tasks, the last ones first, from
/// the most to the least loaded worker as long as that helps.
void rebalance(std::vector<double>& loads, std::vector<Assignment>& tasks);

/// What moving a task to another worker costs: the latency of another core's queue, and the time
/// for the elements it reads to come from another core's cache, or over to cores that share none.
double moving_seconds(const Task& task, bool near = true);

}  // namespace taskfft
