#pragma once

#include <mpi.h>

#include <vector>

#include "task_graph.hpp"

namespace taskfft {

/// What an executor drives: knows how to do each kind of task.
class TaskActions {
 public:
  virtual ~TaskActions() = default;
  /// Computes, or makes a blocking call; the task is done on return. May be called from several
  /// workers at once, each with its own number from 0.
  virtual void run(const Task& task, int worker) = 0;
  /// Whether what an await or a reclaim waits for has come about; asked until it has.
  virtual bool arrived(const Task& task) = 0;
  /// Starts a send or a receive; the task is done when all the requests added here are complete.
  virtual void post(const Task& task, std::vector<MPI_Request>& requests) = 0;
};

/// Runs a task graph to its end. An executor holds no state of the plan, only of one run.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual void run(const TaskGraph& graph, TaskActions& actions) = 0;
};

/// One thread. Of the tasks whose predecessors are done it takes the first in static order, and
/// after each one asks MPI what has arrived meanwhile.
class SerialExecutor final : public Executor {
 public:
  SerialExecutor() = default;
  SerialExecutor(const SerialExecutor&) = delete;
  SerialExecutor& operator=(const SerialExecutor&) = delete;
  /// Gives up what an exception left under way.
  ~SerialExecutor() override;
  void run(const TaskGraph& graph, TaskActions& actions) override;

 private:
  void start(const TaskGraph& graph, TaskActions& actions, TaskId id);
  void finish(const TaskGraph& graph, TaskId id);
  void progress(const TaskGraph& graph, TaskActions& actions, bool wait);
  void poll(const TaskGraph& graph, TaskActions& actions);
  void progress_messages(const TaskGraph& graph, bool wait);
  void abandon();

  std::vector<TaskId> waiting_;     ///< per task: predecessors not done yet
  std::vector<TaskId> ready_;       ///< heap, first in static order on top
  std::vector<int> open_requests_;  ///< per task
  std::vector<MPI_Request> requests_;
  std::vector<TaskId> owners_;  ///< per request
  std::vector<int> completed_;  ///< for MPI_Testsome
  std::vector<TaskId> polled_;  ///< what only asking tells
  std::size_t left_ = 0;
};

}  // namespace taskfft
