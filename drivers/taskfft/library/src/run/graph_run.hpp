#pragma once
/// The state of one run of a task graph.

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "graph/task_graph.hpp"

namespace taskfft {

/// Counts what each task still waits for. Between begin() and end() any thread may call anything.
class GraphRun {
 public:
  /// Calls ready(id) for every task that waits for no other.
  template <class Ready>
  void begin(const TaskGraph& graph, Ready ready) {
    reset(graph);
    const std::vector<TaskId>& counts = graph.predecessor_counts();
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) set_ready(static_cast<TaskId>(k), ready);
    }
  }

  /// A task is done. Calls ready(id) for every task that waited for this one alone.
  template <class Ready>
  void finish(TaskId id, Ready ready) {
    for (const TaskId successor : graph_->successors(id)) {
      if (waiting_[successor].fetch_sub(1, std::memory_order_acq_rel) == 1) {
        set_ready(successor, ready);
      }
    }
    --left_;
  }

  /// Whether all tasks are done or one has failed.
  bool over() const { return left_ == 0 || failed_; }
  /// The first failure is kept.
  void fail(std::exception_ptr failure);
  /// After the last thread has stopped: rethrows the failure, if any.
  void end();

 private:
  void reset(const TaskGraph& graph);

  /// A barrier does nothing: it is done as soon as it is ready.
  template <class Ready>
  void set_ready(TaskId id, Ready& ready) {
    if (graph_->task(id).kind == TaskKind::barrier) {
      finish<Ready&>(id, ready);
    } else {
      ready(id);
    }
  }

  const TaskGraph* graph_ = nullptr;
  std::unique_ptr<std::atomic<TaskId>[]> waiting_;  ///< per task: predecessors not done yet
  std::size_t capacity_ = 0;                        ///< of waiting_
  std::atomic<std::size_t> left_{0};
  std::atomic<bool> failed_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace taskfft
