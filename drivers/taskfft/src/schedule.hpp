#pragma once

#include <vector>

#include "task_graph.hpp"
#include "work.hpp"

namespace taskfft {

/// Everything one direction of a plan does, in static order, with the computation of its tasks.
struct Schedule {
  TaskGraph graph;
  std::vector<WorkItem> items;
};

Schedule make_schedule(const Route& route, Exchange exchange, Placement placement);

}  // namespace taskfft
