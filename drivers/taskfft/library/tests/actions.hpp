#pragma once
/// Tasks and graphs for tests of executors.

#include <chrono>
#include <functional>

#include "run/executor.hpp"

namespace taskfft {

/// Tasks that call a function with the task and the worker's number, and never communicate.
class Actions final : public TaskActions {
 public:
  explicit Actions(std::function<void(const Task&, int)> function)
      : function_(std::move(function)) {}
  void run(const Task& task, int worker) override { function_(task, worker); }
  bool arrived(const Task& /*task*/) override { return true; }
  void post(const Task& /*task*/, std::vector<MPI_Request>& /*requests*/) override {}

 private:
  std::function<void(const Task&, int)> function_;
};

inline Task compute_task(int item, Index points = 1000) {
  return {TaskKind::transform, 0, 0, 0, item, points, static_cast<double>(points)};
}

inline TaskGraph independent_tasks(int count) {
  TaskGraphBuilder builder;
  for (int item = 0; item < count; ++item) builder.add(compute_task(item));
  return std::move(builder).build();
}

inline void work_for(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace taskfft
