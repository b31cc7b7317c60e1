#pragma once
/// The messages of a run that are in flight.

#include <mpi.h>

#include <vector>

#include "run/executor.hpp"

namespace taskfft {

/// Starts the sends, receives, collective calls and waits of a run, and tells which have completed.
/// One thread at a time.
class Messages {
 public:
  Messages() = default;
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  ~Messages();
  /// Cancels what an exception left in flight.
  void cancel();

  /// Where to record how long each was in flight; null, the default, for nowhere.
  void record(Recorder* recorder) { recorder_ = recorder; }

  void start(const TaskGraph& graph, TaskActions& actions, TaskId id);
  /// Appends the tasks that have completed to `done`. With `wait`, returns only when one has.
  void progress(const TaskGraph& graph, TaskActions& actions, bool wait, std::vector<TaskId>& done);
  bool in_flight() const { return !requests_.empty() || !polled_.empty(); }

 private:
  void poll(const TaskGraph& graph, TaskActions& actions, std::vector<TaskId>& done);
  void count_empty_polls(TaskActions& actions, int polls);
  void test(const TaskGraph& graph, std::vector<TaskId>& done);
  void wait(const TaskGraph& graph, TaskActions& actions, std::vector<TaskId>& done);
  void complete(const TaskGraph& graph, int found, std::vector<TaskId>& done);
  void note_start(TaskId id);
  void note_end(const Task& task, TaskId id);

  struct Owner {
    TaskId task;
    bool keeps_request;  ///< the request belongs to the actions
  };

  std::vector<MPI_Request> requests_;
  std::vector<Owner> owners_;       ///< per request
  std::vector<int> open_requests_;  ///< per task
  std::vector<int> completed_;      ///< for MPI_Testsome
  std::vector<TaskId> polled_;  ///< tasks without a request: whether they are done must be asked
  int empty_polls_ = 0;         ///< since actions were last told
  Recorder* recorder_ = nullptr;
  std::vector<Event::Clock::time_point> starts_;  ///< per task, for the recorder
};

}  // namespace taskfft
