#pragma once

#include "run/balance.hpp"
#include "run/graph_run.hpp"
#include "run/progress_engine.hpp"
#include "run/thread_pool.hpp"

namespace taskfft {

/// How a ThreadedExecutor shares the work out.
struct ThreadPolicy {
  int workers = 1;
  std::vector<int> cores = {};  ///< one per worker to bind it to, or none
  bool placing = true;          ///< else every task runs at its home_worker()
  bool stealing = true;
  /// Any worker may call MPI, one at a time (MPI_THREAD_SERIALIZED); else only the calling thread
  /// (MPI_THREAD_FUNNELED).
  bool anyone_communicates = false;
};

/// Several threads. A ready task goes to the queue of the worker that wrote most of what the task
/// reads, or to its home; where loads would spread too far, to a less loaded worker. Workers take
/// the first of their own queue in static order; out of work, they steal what the most loaded one
/// would come to last, if moving it costs less than waiting. Messages are started and asked for
/// between any two tasks of the worker that communicates.
class ThreadedExecutor final : public Executor {
 public:
  explicit ThreadedExecutor(const ThreadPolicy& policy);
  void run(const TaskGraph& graph, TaskActions& actions) override;
  int workers() const override { return pool_.size(); }
  /// Seconds that worker spent in the tasks of the last run.
  double busy_seconds(int worker) const;

 private:
  /// What a worker has for itself; on cache lines of its own.
  struct alignas(64) Worker {
    TaskQueue queue;
    std::vector<double> scratch;    ///< per worker
    std::vector<Assignment> ready;  ///< what it has made ready and not yet placed
    bool came = false;              ///< in time for this run
    double work = 0;                ///< done in this run, and how long it took
    double seconds = 0;
  };

  void begin(const TaskGraph& graph, TaskActions& actions);
  void work(int worker);
  bool communicate(int worker);
  bool compute(int worker);
  std::optional<ReadyTask> steal(int worker);
  void execute(const ReadyTask& task, int worker, bool stolen);
  void finish(TaskId id, int worker);
  void make_ready(TaskId id, int worker);
  void place_ready(int worker);
  int writer_of_most(TaskId id, int worker);
  void idle(int worker, int heard, Backoff& backoff);
  void end();
  Worker& mine(int worker) { return workers_[static_cast<std::size_t>(worker)]; }

  ThreadPolicy policy_;
  std::vector<Worker> workers_;
  double seconds_per_work_ = 1e-9;  ///< measured, from the first run on

  // The run at hand.
  const TaskGraph* graph_ = nullptr;
  TaskActions* actions_ = nullptr;
  std::vector<int> ran_on_;  ///< per task, for tasks with work that are done
  GraphRun run_;
  ProgressEngine progress_;
  EventCount event_;

  ThreadPool pool_;  ///< last: its threads use all of the above
};

}  // namespace taskfft
