#pragma once

#include "run/graph_run.hpp"
#include "run/messages.hpp"

namespace taskfft {

/// One thread. Of the tasks whose predecessors are done it takes the first in static order, and
/// after each one asks MPI what has arrived meanwhile.
class SerialExecutor final : public Executor {
 public:
  void run(const TaskGraph& graph, TaskActions& actions) override;

 private:
  void start(const TaskGraph& graph, TaskActions& actions, TaskId id);
  void finish(TaskId id);
  void make_ready(TaskId id);
  void progress(const TaskGraph& graph, TaskActions& actions, bool wait);

  GraphRun run_;
  std::vector<TaskId> ready_;  ///< heap, first in static order on top
  std::vector<TaskId> done_;
  Messages messages_;
};

}  // namespace taskfft
