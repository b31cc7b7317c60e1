#pragma once
/// The executor for one thread.

#include "run/graph_run.hpp"
#include "run/messages.hpp"

namespace taskfft {

/// Takes, of the tasks that are ready, the first in static order; after each one it asks MPI what
/// has arrived.
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
