#pragma once
/// The task graph of one direction of a plan.

#include <vector>

#include "graph/task_graph.hpp"
#include "layout/work.hpp"

namespace taskfft {

/// All tasks of a direction, in static order, and what those that compute do.
struct Schedule {
  TaskGraph graph;
  std::vector<WorkItem> items;
};

/// `fork_join`: every stage and every exchange ends before the next one begins.
Schedule make_schedule(const Route& route, Exchange exchange, Placement placement,
                       bool fork_join = false);

}  // namespace taskfft
