#include "study/executors.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <pthread.h>

#include <algorithm>
#include <optional>

#include "run/cores.hpp"
#include "run/event_count.hpp"
#include "run/graph_run.hpp"
#include "run/progress_engine.hpp"

namespace taskfft {
namespace {

namespace tbb = oneapi::tbb;

/// Binds oneTBB's threads while they are in the arena; the calling thread stays as it is.
class Binding final : public tbb::task_scheduler_observer {
 public:
  Binding(tbb::task_arena& arena, const std::vector<int>& cores)
      : tbb::task_scheduler_observer(arena), cores_(cores) {
    observe(true);
  }
  ~Binding() override { observe(false); }
  void on_scheduler_entry(bool is_worker) override {
    const auto thread = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
    if (is_worker) bind_to_core(pthread_self(), cores_[thread]);
  }

 private:
  std::vector<int> cores_;
};

/// Lets the calling thread leave oneTBB's scheduler, which can't run just a single task: the thread
/// waits for a task that is deferred and never runs, until that task is destroyed.
class BlockingTask {
 public:
  void begin() {
    const std::scoped_lock lock(mutex_);
    blocker_ = group_.defer([] {});
  }
  /// From any thread.
  void end() {
    const std::scoped_lock lock(mutex_);
    blocker_ = {};
  }
  /// Runs oneTBB's tasks until end().
  void wait() { group_.wait(); }

 private:
  std::mutex mutex_;
  tbb::task_group group_;
  tbb::task_handle blocker_;
};

class TbbExecutor final : public Executor {
 public:
  TbbExecutor(int threads, const std::vector<int>& cores)
      : threads_(threads),
        parallelism_(tbb::global_control::max_allowed_parallelism,
                     static_cast<std::size_t>(std::max(threads, tbb::info::default_concurrency()))),
        arena_(threads, 1) {
    if (!cores.empty()) binding_.emplace(arena_, cores);
  }
  ~TbbExecutor() noexcept override = default;  // that of a task_group throws only before wait()

  int workers() const override { return threads_; }

  void run(const TaskGraph& graph, TaskActions& actions) override {
    const RunSpan span(recorder(), actions.name());
    graph_ = &graph;
    actions_ = &actions;
    progress_.begin(graph, actions, recorder());
    arena_.execute([this] { run_in_arena(); });
    for (int worker = 1; worker < threads_; ++worker) idle_until_now(worker);
    run_.end();
  }

 private:
  void run_in_arena();
  void make_ready(TaskId id);
  void execute(TaskId id);
  void run_tasks();
  void progress_messages(Backoff& backoff);

  int threads_;
  tbb::global_control parallelism_;  ///< allows more threads than processors
  tbb::task_arena arena_;
  std::optional<Binding> binding_;

  // The present run.
  const TaskGraph* graph_ = nullptr;
  TaskActions* actions_ = nullptr;
  GraphRun run_;
  ProgressEngine progress_;
  tbb::task_group tasks_;
  std::atomic<std::size_t> spawned_{0};  ///< and not yet done
  BlockingTask blocking_;
};

/// What the calling thread does.
void TbbExecutor::run_in_arena() {
  try {
    run_.begin(*graph_, [this](TaskId id) { make_ready(id); });
    Backoff backoff;
    while (!run_.over()) {
      if (progress_.busy()) progress_messages(backoff);
      if (spawned_ > 0) run_tasks();
    }
  } catch (...) {
    run_.fail(std::current_exception());
  }
  tasks_.wait();
}

void TbbExecutor::progress_messages(Backoff& backoff) {
  if (progress_
          .progress(
              0, [this](TaskId id) { run_.finish(id, [this](TaskId next) { make_ready(next); }); })
          .completed) {
    backoff.reset();
  } else if (spawned_ == 0) {
    const Span span(recorder(), 0, Event::messages());
    backoff.step();
  }
}

void TbbExecutor::make_ready(TaskId id) {
  if (!computes(graph_->task(id).kind)) return progress_.submit(id);
  ++spawned_;
  tasks_.run([this, id] { execute(id); });
}

void TbbExecutor::execute(TaskId id) {
  const int worker = tbb::this_task_arena::current_thread_index();
  if (!run_.over()) {
    try {
      idle_until_now(worker);
      run_task(graph_->task(id), *actions_, worker);
      run_.finish(id, [this](TaskId next) { make_ready(next); });
    } catch (...) {
      run_.fail(std::current_exception());
    }
  }
  if (--spawned_ == 0 || progress_.busy()) blocking_.end();
}

/// Lends the calling thread to oneTBB until a task has ended, on any thread, and there is something
/// to communicate or nothing left to run.
void TbbExecutor::run_tasks() {
  blocking_.begin();
  if (spawned_ == 0 || progress_.pending()) blocking_.end();
  blocking_.wait();
}

}  // namespace

std::unique_ptr<Executor> make_tbb_executor(int threads, const std::vector<int>& cores) {
  return std::make_unique<TbbExecutor>(threads, cores);
}

}  // namespace taskfft
