#include <algorithm>
#include <functional>
#include <thread>

#include "executor.hpp"
#include "mpi_support.hpp"

namespace taskfft {

SerialExecutor::~SerialExecutor() {
  abandon();
}

void SerialExecutor::abandon() {
  for (MPI_Request& request : requests_) {
    if (request == MPI_REQUEST_NULL) continue;
    MPI_Cancel(&request);
    MPI_Request_free(&request);
  }
  requests_.clear();
  owners_.clear();
  polled_.clear();
}

void SerialExecutor::run(const TaskGraph& graph, TaskActions& actions) {
  abandon();
  waiting_ = graph.predecessor_counts();
  open_requests_.assign(graph.size(), 0);
  left_ = graph.size();
  ready_.clear();
  for (std::size_t k = 0; k < graph.size(); ++k) {
    if (waiting_[k] == 0) ready_.push_back(static_cast<TaskId>(k));
  }
  std::make_heap(ready_.begin(), ready_.end(), std::greater<>());
  while (left_ > 0) {
    if (ready_.empty()) {
      progress(graph, actions, true);
      continue;
    }
    std::pop_heap(ready_.begin(), ready_.end(), std::greater<>());
    const TaskId id = ready_.back();
    ready_.pop_back();
    start(graph, actions, id);
  }
  requests_.clear();
  owners_.clear();
}

void SerialExecutor::start(const TaskGraph& graph, TaskActions& actions, TaskId id) {
  const Task& task = graph.task(id);
  if (task.kind == TaskKind::await || task.kind == TaskKind::reclaim) {
    polled_.push_back(id);
    return;
  }
  if (task.kind != TaskKind::receive && task.kind != TaskKind::send) {
    actions.run(task, 0);
    finish(graph, id);
    progress(graph, actions, false);
    return;
  }
  actions.post(task, requests_);
  open_requests_[id] = static_cast<int>(requests_.size() - owners_.size());
  owners_.resize(requests_.size(), id);
}

void SerialExecutor::finish(const TaskGraph& graph, TaskId id) {
  --left_;
  for (TaskId successor : graph.successors(id)) {
    if (--waiting_[successor] > 0) continue;
    ready_.push_back(successor);
    std::push_heap(ready_.begin(), ready_.end(), std::greater<>());
  }
}

/// With `wait`, returns only when something has come about.
void SerialExecutor::progress(const TaskGraph& graph, TaskActions& actions, bool wait) {
  if (polled_.empty()) {
    progress_messages(graph, wait);
    return;
  }
  constexpr int patience = 2000;  // about what a core needs to be handed over
  for (int round = 0;; ++round) {
    const std::size_t before = left_;
    poll(graph, actions);
    progress_messages(graph, false);
    if (!wait || left_ < before || !ready_.empty()) return;
    if (round >= patience) std::this_thread::yield();
  }
}

void SerialExecutor::poll(const TaskGraph& graph, TaskActions& actions) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < polled_.size(); ++k) {
    const TaskId id = polled_[k];
    if (actions.arrived(graph.task(id))) {
      finish(graph, id);
    } else {
      polled_[kept++] = id;
    }
  }
  polled_.resize(kept);
}

void SerialExecutor::progress_messages(const TaskGraph& graph, bool wait) {
  if (requests_.empty()) return;
  completed_.resize(requests_.size());
  const int count = static_cast<int>(requests_.size());
  int found = 0;
  const auto some = wait ? MPI_Waitsome : MPI_Testsome;
  check_mpi(some(count, requests_.data(), &found, completed_.data(), MPI_STATUSES_IGNORE),
            "waiting for messages");
  if (found <= 0) return;
  for (int k = 0; k < found; ++k) {
    const TaskId owner = owners_[completed_[k]];
    if (--open_requests_[owner] == 0) finish(graph, owner);
  }
  // Keep the live requests, in their order, so that the list stays as short as what is under way.
  std::size_t kept = 0;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    requests_[kept] = requests_[k];
    owners_[kept++] = owners_[k];
  }
  requests_.resize(kept);
  owners_.resize(kept);
}

}  // namespace taskfft
