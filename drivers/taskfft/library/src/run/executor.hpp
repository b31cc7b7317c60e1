#pragma once
/// The interface between what runs task graphs and what the tasks do.

#include <mpi.h>

#include <vector>

#include "graph/task_graph.hpp"
#include "run/trace.hpp"

namespace taskfft {

/// What tasks do, for an executor to call.
class TaskActions {
 public:
  virtual ~TaskActions() = default;
  /// What a run of all tasks is, for the trace.
  virtual const char* name() const { return "execution"; }
  /// Computes, or makes a blocking call; the task is done on return. Several workers may call this
  /// at once, each with its own number from 0.
  virtual void run(const Task& task, int worker) = 0;
  /// Whether what an await or a reclaim waits for has happened; asked until it has.
  virtual bool arrived(const Task& task) = 0;
  /// Called now and then by the thread that asks in vain whether tasks have arrived. Lets MPI get
  /// on with the application's own messages: a peer may need one before it does what is waited for.
  /// Throws where a peer has failed, and never will.
  virtual void still_waiting() {}
  /// A request to be waited for beside all others, or null: it completes where a peer has failed.
  /// Stays owned by the actions.
  virtual MPI_Request* alarm() { return nullptr; }
  /// Starts a send or a receive, or gives the request of a collective call that was started. The
  /// task is done when all requests added here are complete.
  virtual void post(const Task& task, std::vector<MPI_Request>& requests) = 0;
  /// Whether the requests of this task belong to the actions: an executor neither cancels nor frees
  /// them.
  virtual bool owns_requests(const Task& /*task*/) const { return false; }
};

/// Runs a task graph to its end. All that an executor knows of the plan stands in the graph.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;
  virtual void run(const TaskGraph& graph, TaskActions& actions) = 0;
  /// Worker numbers stay below this.
  virtual int workers() const { return 1; }

  /// Where to record what the workers do; null, the default, for nowhere.
  void record(Recorder* recorder) { recorder_ = recorder; }

 protected:
  Recorder* recorder() const { return recorder_; }
  void run_task(const Task& task, TaskActions& actions, int worker, bool stolen = false) {
    const Span span(recorder_, worker, Event::of(task, stolen));
    actions.run(task, worker);
  }
  /// The time since this worker's last event was idle.
  void idle_until_now(int worker) {
    if (recorder_ != nullptr) recorder_->add_idle(worker);
  }

 private:
  Recorder* recorder_ = nullptr;
};

}  // namespace taskfft
