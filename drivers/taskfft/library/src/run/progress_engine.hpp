#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include "run/messages.hpp"
#include "run/task_queue.hpp"

namespace taskfft {

/// The tasks of a run that MPI and other ranks do for it. Any thread hands them over; one at a time
/// starts them and asks for them.
class ProgressEngine {
 public:
  /// Before a run; forgets what an exception has left of the last one.
  void begin(const TaskGraph& graph, TaskActions& actions, Recorder* recorder);
  void hand_over(TaskId id);

  /// Whether something was handed over that may not have been started.
  bool pending() const { return pending_; }
  /// Whether it is worth going.
  bool busy() const { return pending_ || under_way_; }

  struct Round {
    bool came;   ///< something has come about
    bool began;  ///< messages are under way now, and were not before
  };
  /// Starts what was handed over, asks for what is under way, and calls `finish` with what is done.
  /// Nothing where another thread is at it.
  Round go(int worker, const std::function<void(TaskId)>& finish);

 private:
  void start(TaskId id, int worker);

  const TaskGraph* graph_ = nullptr;
  TaskActions* actions_ = nullptr;
  Recorder* recorder_ = nullptr;
  TaskQueue handed_over_;
  std::atomic<bool> pending_{false};
  std::atomic<bool> under_way_{false};
  std::mutex going_;  ///< guards the two below
  Messages messages_;
  std::vector<TaskId> done_;
};

}  // namespace taskfft
