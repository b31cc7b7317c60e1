#include "run/threaded_executor.hpp"

#include <algorithm>
#include <chrono>

namespace taskfft {

ThreadedExecutor::ThreadedExecutor(const ThreadPolicy& policy)
    : policy_(policy),
      workers_(static_cast<std::size_t>(policy.workers)),
      pool_(policy.workers, policy.cores) {
  for (Worker& worker : workers_) worker.scratch.resize(workers_.size());
}

double ThreadedExecutor::busy_seconds(int worker) const {
  return workers_[static_cast<std::size_t>(worker)].seconds;
}

void ThreadedExecutor::run(const TaskGraph& graph, TaskActions& actions) {
  const RunSpan span(recorder());
  begin(graph, actions);
  pool_.run([this](int worker) {
    try {
      work(worker);
    } catch (...) {
      run_.fail(std::current_exception());
      event_.notify();
    }
  });
  end();
}

void ThreadedExecutor::begin(const TaskGraph& graph, TaskActions& actions) {
  graph_ = &graph;
  actions_ = &actions;
  progress_.begin(graph, actions, recorder());
  for (Worker& worker : workers_) {
    worker.queue.clear();
    worker.took_part = false;
    worker.ready.clear();
    worker.work = worker.seconds = 0;
  }
  ran_on_.resize(graph.size());
  run_.begin(graph, [this](TaskId id) { make_ready(id, 0); });
  place_ready(0);
}

void ThreadedExecutor::end() {
  for (int worker = 1; worker < workers(); ++worker) {
    if (!state(worker).took_part) idle_until_now(worker);
  }
  run_.end();
  double work = 0, seconds = 0;
  for (const Worker& worker : workers_) {
    work += worker.work;
    seconds += worker.seconds;
  }
  if (work > 0) seconds_per_work_ = seconds / work;
}

void ThreadedExecutor::work(int worker) {
  state(worker).took_part = true;
  if (worker > 0) idle_until_now(worker);  // until the system ran this thread
  Backoff backoff;
  for (;;) {
    const EventCount::Key key = event_.prepare_wait();
    if (run_.over()) return;  // asked after the key was taken, or a notification could be missed
    const bool communicated = communicate(worker);
    const bool computed = compute(worker);
    if (communicated || computed) {
      backoff.reset();
    } else {
      idle(worker, key, backoff);
    }
  }
}

/// Returns whether any task has completed.
bool ThreadedExecutor::communicate(int worker) {
  if (!progress_.busy() || (worker != 0 && !policy_.anyone_communicates)) return false;
  const ProgressEngine::Progress progress =
      progress_.progress(worker, [this, worker](TaskId id) { finish(id, worker); });
  if (progress.began && worker != 0) event_.notify();  // worker 0 stays awake from now on
  return progress.completed;
}

bool ThreadedExecutor::compute(int worker) {
  std::optional<ReadyTask> task = state(worker).queue.take_first();
  const bool stolen = !task && policy_.stealing;
  if (stolen) task = steal(worker);
  if (!task) return false;
  execute(*task, worker, stolen);
  return true;
}

std::optional<ReadyTask> ThreadedExecutor::steal(int worker) {
  const auto less_loaded = [](const Worker& a, const Worker& b) {
    return a.queue.waiting_load() < b.queue.waiting_load();
  };
  const auto victim = std::max_element(workers_.begin(), workers_.end(), less_loaded);
  const auto moving_cost = [this](const ReadyTask& task) {
    return moving_seconds(graph_->task(task.id));
  };
  std::optional<ReadyTask> task = victim->queue.take_last(moving_cost);
  if (task) state(worker).queue.add_load(task->seconds);
  return task;
}

void ThreadedExecutor::execute(const ReadyTask& ready, int worker, bool stolen) {
  using Clock = std::chrono::steady_clock;
  const Task& task = graph_->task(ready.id);
  const Clock::time_point begin = Clock::now();
  run_task(task, *actions_, worker, stolen);
  Worker& me = state(worker);
  me.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  me.work += task.work;
  me.queue.add_load(-ready.seconds);
  ran_on_[ready.id] = worker;
  finish(ready.id, worker);
}

void ThreadedExecutor::finish(TaskId id, int worker) {
  bool any_ready = false;
  run_.finish(id, [&](TaskId next) {
    make_ready(next, worker);
    any_ready = true;
  });
  place_ready(worker);
  if (any_ready || run_.over()) event_.notify();
}

void ThreadedExecutor::make_ready(TaskId id, int worker) {
  const Task& task = graph_->task(id);
  if (!computes(task.kind)) return progress_.submit(id);
  const int target = policy_.placing ? writer_of_most(id, worker) : home_worker(task, workers());
  state(worker).ready.push_back({id, task.work * seconds_per_work_, target});
}

/// Queues what this worker has made ready: all at once, so that the loads can be compared.
void ThreadedExecutor::place_ready(int worker) {
  std::vector<Assignment>& ready = state(worker).ready;
  if (policy_.placing && !ready.empty()) {
    std::vector<double>& loads = state(worker).scratch;
    std::transform(workers_.begin(), workers_.end(), loads.begin(),
                   [](const Worker& each) { return each.queue.load(); });
    for (const Assignment& task : ready) {
      loads[static_cast<std::size_t>(task.worker)] += task.seconds;
    }
    rebalance(loads, ready);
  }
  for (const Assignment& task : ready) state(task.worker).queue.push({task.id, task.seconds});
  ready.clear();
}

/// The worker that wrote more than half of what the task reads; if there is none, its home worker.
int ThreadedExecutor::writer_of_most(TaskId id, int worker) {
  std::vector<double>& written = state(worker).scratch;
  std::fill(written.begin(), written.end(), 0.0);
  double total = 0;
  for (const TaskId before : graph_->predecessors(id)) {
    const Task& task = graph_->task(before);
    if (!computes(task.kind)) continue;
    const auto points = static_cast<double>(task.points);
    written[static_cast<std::size_t>(ran_on_[before])] += points;
    total += points;
  }
  const auto most = std::max_element(written.begin(), written.end());
  if (total <= 0 || *most <= total / 2) return home_worker(graph_->task(id), workers());
  return static_cast<int>(most - written.begin());
}

/// Worker 0 stays awake while messages are in flight: nobody notifies of their completion.
void ThreadedExecutor::idle(int worker, EventCount::Key key, Backoff& backoff) {
  const bool awaits = worker == 0 && progress_.busy();
  const Span span(recorder(), worker, awaits ? Event::messages() : Event::idle());
  if (backoff.may_sleep() && !awaits) {
    event_.wait(key);
  } else {
    backoff.step();
  }
}

}  // namespace taskfft
