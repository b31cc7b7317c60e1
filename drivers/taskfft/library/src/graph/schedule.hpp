#pragma once

#include <vector>

#include "graph/task_graph.hpp"
#include "layout/work.hpp"

namespace taskfft {

/// Everything one direction of a plan does, in static order, with the computation of its tasks.
struct Schedule {
  TaskGraph graph;
  std::vector<WorkItem> items;
};

/// `fork_join`: nothing of a stage or an exchange begins before all of the one before it is done.
Schedule make_schedule(const Route& route, Exchange exchange, Placement placement,
                       bool fork_join = false);

}  // namespace taskfft
