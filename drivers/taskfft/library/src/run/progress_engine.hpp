#pragma once
/// The part of a run that MPI and other ranks do, driven by one thread at a time.

#include <atomic>
#include <functional>
#include <mutex>

#include "run/messages.hpp"
#include "run/task_queue.hpp"

namespace taskfft {

/// Starts the tasks that communicate and asks whether they have completed. Any thread may submit
/// tasks; of the threads that call progress() one at a time does the work.
class ProgressEngine {
 public:
  /// Before a run; cancels what an exception left of the last one.
  void begin(const TaskGraph& graph, TaskActions& actions, Recorder* recorder);
  void submit(TaskId id);

  /// Whether a submitted task may not have been started.
  bool pending() const { return pending_; }
  /// Whether there is anything to start or to ask for.
  bool busy() const { return pending_ || in_flight_; }

  struct Progress {
    bool completed;  ///< at least one task
    bool began;      ///< messages are in flight now, and none were before
  };
  /// Starts what was submitted, asks for what is in flight, and calls `finish` for what has
  /// completed. Does nothing while another thread is doing this.
  Progress progress(int worker, const std::function<void(TaskId)>& finish);

 private:
  void start(TaskId id, int worker);

  const TaskGraph* graph_ = nullptr;
  TaskActions* actions_ = nullptr;
  Recorder* recorder_ = nullptr;
  TaskQueue submitted_;
  std::atomic<bool> pending_{false};
  std::atomic<bool> in_flight_{false};
  std::mutex mutex_;  ///< guards the two below
  Messages messages_;
  std::vector<TaskId> done_;
};

}  // namespace taskfft
