#pragma once

#include <mpi.h>

#include <vector>

#include "run/executor.hpp"

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

  /// Where to write down from when to when each was under way; null, as at first: nowhere.
  void record(Recorder* recorder) { recorder_ = recorder; }

  /// Whether starting such a task is all that a thread does for it.
  static bool carries(TaskKind kind);
  void start(const TaskGraph& graph, TaskActions& actions, TaskId id);
  /// Appends to `done` what has come about. With `wait`, returns only when something has.
  void progress(const TaskGraph& graph, TaskActions& actions, bool wait, std::vector<TaskId>& done);
  bool under_way() const { return !requests_.empty() || !polled_.empty(); }

 private:
  void poll(const TaskGraph& graph, TaskActions& actions, std::vector<TaskId>& done);
  void polled_in_vain(TaskActions& actions, int polls);
  void test(const TaskGraph& graph, bool wait, std::vector<TaskId>& done);
  void note_start(TaskId id);
  void note_end(const Task& task, TaskId id);

  struct Owner {
    TaskId task;
    bool lent;  ///< the request is the actions' own
  };

  std::vector<MPI_Request> requests_;
  std::vector<Owner> owners_;       ///< per request
  std::vector<int> open_requests_;  ///< per task
  std::vector<int> completed_;      ///< for MPI_Testsome
  std::vector<TaskId> polled_;      ///< what only asking tells
  int vain_polls_ = 0;              ///< since MPI was last called
  Recorder* recorder_ = nullptr;
  std::vector<Event::Clock::time_point> starts_;  ///< per task, for the recorder
};

}  // namespace taskfft
