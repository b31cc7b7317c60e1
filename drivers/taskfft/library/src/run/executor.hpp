#pragma once

#include <mpi.h>

#include <vector>

#include "graph/task_graph.hpp"
#include "run/trace.hpp"

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
  /// Lets MPI get on with the application's own messages; called now and then by the thread that
  /// asks whether tasks have arrived while it calls MPI for nothing else. A peer may need one of
  /// these messages before it does what is waited for.
  virtual void let_mpi_progress() {}
  /// Starts a send or a receive, or hands over a collective call that was started; the task is done
  /// when all the requests added here are complete.
  virtual void post(const Task& task, std::vector<MPI_Request>& requests) = 0;
  /// Whether these requests stay the actions' own: nobody else cancels or frees them.
  virtual bool owns_requests(const Task& /*task*/) const { return false; }
};

/// Runs a task graph to its end. What an executor knows of the plan, it reads from the graph.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;
  virtual void run(const TaskGraph& graph, TaskActions& actions) = 0;
  /// Worker numbers stay below this.
  virtual int workers() const { return 1; }

  /// Where to write down what the workers do; null, as at first: nowhere.
  void record(Recorder* recorder) { recorder_ = recorder; }

 protected:
  Recorder* recorder() const { return recorder_; }
  void run_task(const Task& task, TaskActions& actions, int worker, bool stolen = false) {
    const Span span(recorder_, worker, Event::of(task, stolen));
    actions.run(task, worker);
  }
  /// What is not recorded of this worker's run so far was idleness.
  void idle_until_now(int worker) {
    if (recorder_ != nullptr) recorder_->add_idle(worker);
  }

 private:
  Recorder* recorder_ = nullptr;
};

}  // namespace taskfft
