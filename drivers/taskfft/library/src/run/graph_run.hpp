#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "graph/task_graph.hpp"

namespace taskfft {

/// How far a run of a task graph has come. Between begin() and end() any thread may call anything.
class GraphRun {
 public:
  /// Calls ready(id) for every task that waits for none.
  template <class Ready>
  void begin(const TaskGraph& graph, Ready ready) {
    reset(graph);
    const std::vector<TaskId>& counts = graph.predecessor_counts();
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) pass_on(static_cast<TaskId>(k), ready);
    }
  }

  /// A task is done. Calls ready(id) for every task that has waited for it last.
  template <class Ready>
  void finish(TaskId id, Ready ready) {
    for (const TaskId successor : graph_->successors(id)) {
      if (waiting_[successor].fetch_sub(1, std::memory_order_acq_rel) == 1) {
        pass_on(successor, ready);
      }
    }
    --left_;
  }

  /// Whether all tasks are done, or one has failed.
  bool over() const { return left_ == 0 || failed_; }
  /// The first failure counts.
  void fail(std::exception_ptr failure);
  /// When no thread is at it any more: throws what has failed.
  void end();

 private:
  void reset(const TaskGraph& graph);

  /// There is nothing to be done for a barrier.
  template <class Ready>
  void pass_on(TaskId id, Ready& ready) {
    if (graph_->task(id).kind == TaskKind::barrier) {
      finish<Ready&>(id, ready);
    } else {
      ready(id);
    }
  }

  const TaskGraph* graph_ = nullptr;
  std::unique_ptr<std::atomic<TaskId>[]> waiting_;  ///< per task: predecessors not done yet
  std::size_t room_ = 0;                            ///< of waiting_
  std::atomic<std::size_t> left_{0};
  std::atomic<bool> failed_{false};
  std::mutex failing_;
  std::exception_ptr failure_;
};

}  // namespace taskfft
