#pragma once
/// The executor for several threads: placement by affinity and load, and stealing.

#include <span>

#include "run/balance.hpp"
#include "run/graph_run.hpp"
#include "run/progress_engine.hpp"
#include "run/thread_pool.hpp"

namespace taskfft {

/// How a ThreadedExecutor shares the work out.
struct ThreadPolicy {
  int workers = 1;
  std::vector<int> cores = {};  ///< one per worker to bind it to, or none
  bool placing = true;          ///< by affinity and load; else every task runs on its home_worker()
  bool stealing = true;
  /// Any worker may call MPI, one at a time (MPI_THREAD_SERIALIZED); else the calling thread alone
  /// (MPI_THREAD_FUNNELED).
  bool anyone_communicates = false;
};

/// A ready task goes to the queue of the worker that wrote most of what it reads, or to its home
/// worker; where loads would differ too much, to a less loaded worker. A worker takes the first
/// task of its own queue in static order. Without one, it steals the last task of the most loaded
/// worker if moving it costs less than waiting: first of those with whom it shares a cache. Between
/// any two tasks, the worker that communicates starts messages and asks for those in flight.
/// Workers without anything to do sleep, each by itself; woken are those that tasks were queued
/// for, and as many others as there are tasks to be stolen.
class ThreadedExecutor final : public Executor {
 public:
  explicit ThreadedExecutor(const ThreadPolicy& policy);
  void run(const TaskGraph& graph, TaskActions& actions) override;
  int workers() const override { return pool_.size(); }

 private:
  /// What belongs to one worker, on cache lines of its own.
  struct alignas(64) Worker {
    TaskQueue queue;
    EventCount event;                 ///< that it sleeps on
    std::atomic<bool> asleep{false};  ///< or about to be
    int cache = 0;                    ///< workers with the same number share one
    std::vector<double> scratch;      ///< per worker
    std::vector<Assignment> ready;    ///< what it has made ready and not yet placed
    std::vector<ReadyTask> batch;     ///< of these, what goes to one worker
    bool took_part = false;           ///< in this run; else the system did not run it in time
    double work = 0;                  ///< done in this run
    double seconds = 0;               ///< that it took
  };

  void begin(const TaskGraph& graph, TaskActions& actions);
  void work(int worker);
  bool communicate(int worker);
  bool compute(int worker);
  std::optional<ReadyTask> steal(int worker);
  std::optional<ReadyTask> steal(int worker, bool near);
  void execute(const ReadyTask& task, int worker, bool stolen);
  void finish(TaskId id, int worker);
  void make_ready(TaskId id, int worker);
  void place_ready(int worker);
  void balance(std::vector<Assignment>& ready, int worker);
  int queue_batch(std::span<const Assignment> tasks, int worker);
  void wake_thieves(int tasks, int worker);
  void wake_all();
  int writer_of_most(TaskId id, int worker);
  void idle(int worker, EventCount::Key key, Backoff& backoff);
  void end();
  Worker& state(int worker) { return workers_[static_cast<std::size_t>(worker)]; }

  ThreadPolicy policy_;
  std::vector<Worker> workers_;
  double seconds_per_work_ = 1e-9;  ///< measured, from the first run on

  // The present run.
  const TaskGraph* graph_ = nullptr;
  TaskActions* actions_ = nullptr;
  std::vector<int> ran_on_;  ///< per task, for tasks with work that are done
  GraphRun run_;
  ProgressEngine progress_;
  std::atomic<int> asleep_{0};  ///< workers

  ThreadPool pool_;  ///< last: its threads use all of the above
};

}  // namespace taskfft
