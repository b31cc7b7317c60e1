#include "run/threaded_executor.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "run/cores.hpp"

namespace taskfft {

ThreadedExecutor::ThreadedExecutor(const ThreadPolicy& policy)
    : policy_(policy),
      workers_(static_cast<std::size_t>(policy.workers)),
      pool_(policy.workers, policy.cores) {
  const std::vector<int> caches = cache_groups(policy.cores);
  for (std::size_t k = 0; k < workers_.size(); ++k) {
    workers_[k].scratch.resize(workers_.size());
    if (!caches.empty()) workers_[k].cache = caches[k];
  }
}

void ThreadedExecutor::run(const TaskGraph& graph, TaskActions& actions) {
  const RunSpan span(recorder(), actions.name());
  begin(graph, actions);
  pool_.run([this](int worker) {
    try {
      work(worker);
    } catch (...) {
      run_.fail(std::current_exception());
      wake_all();
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
  Backoff backoff(pool_.patience());
  for (;;) {
    const EventCount::Key key = state(worker).event.prepare_wait();
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
  if (progress.began && worker != 0) state(0).event.notify();  // it stays awake from now on
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
  std::optional<ReadyTask> task = steal(worker, true);
  return task ? task : steal(worker, false);
}

/// From the most loaded of the workers that share this one's cache, or of the others.
std::optional<ReadyTask> ThreadedExecutor::steal(int worker, bool near) {
  Worker* victim = nullptr;
  double most = 0;
  for (Worker& other : workers_) {
    if ((other.cache == state(worker).cache) != near) continue;
    const double load = other.queue.waiting_load();
    if (load <= most) continue;
    victim = &other;
    most = load;
  }
  if (victim == nullptr) return std::nullopt;
  const auto moving_cost = [this, near](const ReadyTask& task) {
    return moving_seconds(graph_->task(task.id), near);
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
  run_.finish(id, [this, worker](TaskId next) { make_ready(next, worker); });
  place_ready(worker);
  if (run_.over()) wake_all();
}

void ThreadedExecutor::make_ready(TaskId id, int worker) {
  const Task& task = graph_->task(id);
  if (!computes(task.kind)) {
    progress_.submit(id);
    if (worker != 0 && !policy_.anyone_communicates) state(0).event.notify();
    return;
  }
  const int target = policy_.placing ? writer_of_most(id, worker) : home_worker(task, workers());
  state(worker).ready.push_back({id, task.work * seconds_per_work_, target});
}

/// Queues what this worker has made ready: all at once, so that the loads can be compared. What
/// goes to one worker mostly follows each other, and is one batch.
void ThreadedExecutor::place_ready(int worker) {
  std::vector<Assignment>& ready = state(worker).ready;
  if (ready.empty()) return;
  if (policy_.placing) balance(ready, worker);
  int left = 0;
  for (auto first = ready.begin(); first != ready.end();) {
    const auto last = std::find_if(first, ready.end(), [first](const Assignment& task) {
      return task.worker != first->worker;
    });
    left += queue_batch({first, last}, worker);
    first = last;
  }
  ready.clear();
  if (policy_.stealing && left > 0) wake_thieves(left, worker);
}

/// Unless all go to workers that have nothing to do: then there is nothing to compare.
void ThreadedExecutor::balance(std::vector<Assignment>& ready, int worker) {
  const bool idle = std::all_of(ready.begin(), ready.end(), [this](const Assignment& task) {
    return state(task.worker).queue.load() <= 0;
  });
  if (idle && ready.size() == 1) return;
  std::vector<double>& loads = state(worker).scratch;
  std::transform(workers_.begin(), workers_.end(), loads.begin(),
                 [](const Worker& each) { return each.queue.load(); });
  for (const Assignment& task : ready) loads[static_cast<std::size_t>(task.worker)] += task.seconds;
  rebalance(loads, ready);
}

/// For one worker. Returns how many of the tasks it won't come to next.
int ThreadedExecutor::queue_batch(std::span<const Assignment> tasks, int worker) {
  std::vector<ReadyTask>& batch = state(worker).batch;
  batch.clear();
  for (const Assignment& task : tasks) batch.push_back({task.id, task.seconds});
  Worker& target = state(tasks.front().worker);
  const bool comes_next = target.asleep || &target == &state(worker);
  target.queue.push(batch);
  if (&target != &state(worker)) target.event.notify();
  return static_cast<int>(batch.size()) - (comes_next ? 1 : 0);
}

/// Wakes sleeping workers for tasks in others' queues, the nearest to this one first.
void ThreadedExecutor::wake_thieves(int tasks, int worker) {
  for (const bool near : {true, false}) {
    for (Worker& other : workers_) {
      if (tasks == 0 || asleep_ == 0) return;
      if ((other.cache == state(worker).cache) != near || !other.asleep) continue;
      if (other.queue.waiting_load() > 0) continue;  // woken for its own
      other.event.notify();
      --tasks;
    }
  }
}

void ThreadedExecutor::wake_all() {
  for (Worker& worker : workers_) worker.event.notify();
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
  if (!backoff.may_sleep() || awaits) return backoff.step();
  Worker& me = state(worker);
  me.asleep = true;
  ++asleep_;
  me.event.wait(key);
  --asleep_;
  me.asleep = false;
}

}  // namespace taskfft
