#pragma once

#include <vector>

#include "task_graph.hpp"

namespace taskfft {

/// For every task the worker that runs it if nothing speaks against it: each stage's work, and each
/// exchange's packing and unpacking, is cut into as many contiguous and equal shares as there are
/// workers. So a worker finds in its cache what it wrote in the last execution.
std::vector<int> home_workers(const TaskGraph& graph, int workers);

/// The worker that should get a task of so many seconds: the preferred one, unless with it the
/// loads (seconds that each worker still has to do) would spread too far; then the least loaded.
int balanced_worker(const std::vector<double>& loads, int preferred, double seconds);

/// What moving a task to another worker costs: the latency of a queue of another core, and the
/// elements it reads coming from another core's cache.
double moving_seconds(const Task& task);

}  // namespace taskfft
