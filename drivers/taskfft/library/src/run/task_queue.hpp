#pragma once
/// A queue of tasks that are ready to run.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "graph/task_graph.hpp"

namespace taskfft {

/// A task that is ready to run, with the seconds it is expected to take.
struct ReadyTask {
  TaskId id;
  double seconds;
};

/// The ready tasks of one worker, in static order. Any thread may call anything.
class TaskQueue {
 public:
  void push(const ReadyTask& task) { push(std::span(&task, 1)); }

  /// All at once.
  void push(std::span<const ReadyTask> tasks) {
    const std::scoped_lock lock(mutex_);
    const auto later = [](const ReadyTask& a, const ReadyTask& b) { return a.id > b.id; };
    for (const ReadyTask& task : tasks) {
      tasks_.insert(std::upper_bound(tasks_.begin(), tasks_.end(), task, later), task);
      add_load(task.seconds);
    }
    waiting_ += static_cast<int>(tasks.size());
  }

  /// The first task. It stays part of the load until it is done.
  std::optional<ReadyTask> take_first() {
    const std::scoped_lock lock(mutex_);
    if (tasks_.empty()) return std::nullopt;
    const ReadyTask task = tasks_.back();
    tasks_.pop_back();
    --waiting_;
    return task;
  }

  /// The last task, unless this worker would come to it within the seconds that moving it costs.
  template <class MovingCost>
  std::optional<ReadyTask> take_last(MovingCost moving_cost) {
    const std::scoped_lock lock(mutex_);
    if (tasks_.empty()) return std::nullopt;
    const ReadyTask task = tasks_.front();
    if (load() - task.seconds <= moving_cost(task)) return std::nullopt;
    tasks_.erase(tasks_.begin());
    --waiting_;
    add_load(-task.seconds);
    return task;
  }

  void add_load(double seconds) { load_.fetch_add(seconds, std::memory_order_relaxed); }
  /// The seconds expected for the tasks that wait here and the one that its worker is running.
  double load() const { return load_.load(std::memory_order_relaxed); }
  /// The same if tasks wait here, else 0.
  double waiting_load() const { return waiting_.load(std::memory_order_relaxed) > 0 ? load() : 0; }

  void clear() {
    const std::scoped_lock lock(mutex_);
    tasks_.clear();
    waiting_ = 0;
    load_ = 0;
  }

 private:
  std::mutex mutex_;
  std::vector<ReadyTask> tasks_;  ///< last in static order in front
  std::atomic<double> load_{0};
  std::atomic<int> waiting_{0};
};

}  // namespace taskfft
