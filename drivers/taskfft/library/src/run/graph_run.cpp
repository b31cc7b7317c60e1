#include "run/graph_run.hpp"

namespace taskfft {

void GraphRun::reset(const TaskGraph& graph) {
  graph_ = &graph;
  failed_ = false;
  failure_ = nullptr;
  if (capacity_ < graph.size()) {
    capacity_ = graph.size();
    waiting_ = std::make_unique<std::atomic<TaskId>[]>(capacity_);
  }
  const std::vector<TaskId>& counts = graph.predecessor_counts();
  for (std::size_t k = 0; k < counts.size(); ++k) waiting_[k] = counts[k];
  left_ = graph.size();
}

void GraphRun::fail(std::exception_ptr failure) {
  const std::scoped_lock lock(failure_mutex_);
  if (!failure_) failure_ = std::move(failure);
  failed_ = true;
}

void GraphRun::end() {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace taskfft
