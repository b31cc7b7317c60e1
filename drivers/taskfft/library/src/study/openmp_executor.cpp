#include "study/executors.hpp"

#include <omp.h>
#include <pthread.h>

#include <algorithm>

#include "run/cores.hpp"
#include "run/event_count.hpp"
#include "run/graph_run.hpp"
#include "run/progress_engine.hpp"

namespace taskfft {
namespace {

class OpenmpExecutor final : public Executor {
 public:
  OpenmpExecutor(int threads, bool fixed, const std::vector<int>& cores)
      : threads_(threads), fixed_(fixed), cores_(cores) {}

  int workers() const override { return threads_; }

  void run(const TaskGraph& graph, TaskActions& actions) override {
    const RunSpan span(recorder(), actions.name());
    graph_ = &graph;
    actions_ = &actions;
    progress_.begin(graph, actions, recorder());
    ready_.clear();
    run_.begin(graph, [this](TaskId id) { make_ready(id); });
    Backoff backoff;
    while (!run_.over()) {
      const bool completed = progress_.progress(0, [this](TaskId id) { finish(id); }).completed;
      if (!ready_.empty()) {
        compute();
      } else if (!completed) {
        const Span waiting(recorder(), 0, Event::messages());
        backoff.step();
        continue;
      }
      backoff.reset();
    }
    for (int worker = 1; worker < threads_; ++worker) idle_until_now(worker);
    run_.end();
  }

 private:
  void compute();
  void execute(TaskId id);
  void bind();
  void finish(TaskId id) {
    run_.finish(id, [this](TaskId next) { make_ready(next); });
  }
  void make_ready(TaskId id) {
    if (!computes(graph_->task(id).kind)) return progress_.submit(id);
    ready_.push_back(id);
  }

  int threads_;
  bool fixed_;
  std::vector<int> cores_;

  // The present run.
  const TaskGraph* graph_ = nullptr;
  TaskActions* actions_ = nullptr;
  GraphRun run_;
  ProgressEngine progress_;
  std::vector<TaskId> ready_;
  std::vector<TaskId> loop_;  ///< what is being computed
};

void OpenmpExecutor::compute() {
  loop_.swap(ready_);
  ready_.clear();
  std::sort(loop_.begin(),
            loop_.end());  // so that threads get the tasks whose data they have cached
  const auto count = static_cast<int>(loop_.size());
#pragma omp parallel num_threads(threads_) if (count > 1)
  {
    bind();
    if (fixed_) {
#pragma omp for schedule(static)
      for (int k = 0; k < count; ++k) execute(loop_[static_cast<std::size_t>(k)]);
    } else {
#pragma omp for schedule(dynamic)
      for (int k = 0; k < count; ++k) execute(loop_[static_cast<std::size_t>(k)]);
    }
  }
  for (const TaskId id : loop_) finish(id);
}

/// The runtime's threads serve every parallel region of the process: another plan may have bound
/// them elsewhere.
void OpenmpExecutor::bind() {
  thread_local int bound = -1;
  const int worker = omp_get_thread_num();
  if (worker == 0 || cores_.empty()) return;
  const int core = cores_[static_cast<std::size_t>(worker)];
  if (core != bound) bind_to_core(pthread_self(), core);
  bound = core;
}

/// No exception may leave a parallel region.
void OpenmpExecutor::execute(TaskId id) {
  if (run_.over()) return;
  const int worker = omp_get_thread_num();
  try {
    idle_until_now(worker);
    run_task(graph_->task(id), *actions_, worker);
  } catch (...) {
    run_.fail(std::current_exception());
  }
}

}  // namespace

std::unique_ptr<Executor> make_openmp_executor(int threads, bool fixed,
                                               const std::vector<int>& cores) {
  return std::make_unique<OpenmpExecutor>(threads, fixed, cores);
}

}  // namespace taskfft
