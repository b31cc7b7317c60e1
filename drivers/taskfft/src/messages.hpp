#pragma once

#include <mpi.h>

#include <vector>

#include "executor.hpp"

namespace taskfft {

/// The sends, receives, collective calls and waits that a run has under way. One thread at a time.
class Messages {
 public:
  Messages() = default;
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  /// Gives up what an exception left under way.
  ~Messages();
  void abandon();

  /// Whether starting such a task is all that a thread does for it.
  static bool carries(TaskKind kind);
  void start(const TaskGraph& graph, TaskActions& actions, TaskId id);
  /// Appends to `done` what has come about. With `wait`, returns only when something has.
  void progress(const TaskGraph& graph, TaskActions& actions, bool wait, std::vector<TaskId>& done);
  bool under_way() const { return !requests_.empty() || !polled_.empty(); }

 private:
  void poll(const TaskGraph& graph, TaskActions& actions, std::vector<TaskId>& done);
  void test(bool wait, std::vector<TaskId>& done);

  struct Owner {
    TaskId task;
    bool lent;  ///< the request is the actions' own
  };

  std::vector<MPI_Request> requests_;
  std::vector<Owner> owners_;       ///< per request
  std::vector<int> open_requests_;  ///< per task
  std::vector<int> completed_;      ///< for MPI_Testsome
  std::vector<TaskId> polled_;      ///< what only asking tells
};

}  // namespace taskfft
