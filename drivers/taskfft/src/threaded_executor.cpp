#include "threaded_executor.hpp"

#include <algorithm>
#include <chrono>

namespace taskfft {
namespace {

bool computes(TaskKind kind) {
  return kind == TaskKind::transform || kind == TaskKind::pack || kind == TaskKind::unpack;
}

}  // namespace

ThreadedExecutor::ThreadedExecutor(const ThreadPolicy& policy)
    : policy_(policy),
      workers_(static_cast<std::size_t>(policy.workers)),
      crew_(policy.workers, policy.cores) {
  for (Worker& worker : workers_) worker.scratch.resize(workers_.size());
}

double ThreadedExecutor::busy_seconds(int worker) const {
  return workers_[static_cast<std::size_t>(worker)].seconds;
}

void ThreadedExecutor::run(const TaskGraph& graph, TaskActions& actions) {
  const RunSpan span(recorder());
  begin(graph, actions);
  crew_.run([this](int worker) {
    try {
      work(worker);
    } catch (...) {
      fail(std::current_exception());
    }
  });
  end();
}

void ThreadedExecutor::begin(const TaskGraph& graph, TaskActions& actions) {
  graph_ = &graph;
  actions_ = &actions;
  messages_.abandon();
  to_communicate_.clear();
  pending_ = under_way_ = failed_ = false;
  failure_ = nullptr;
  for (Worker& worker : workers_) {
    worker.queue.clear();
    worker.came = false;
    worker.ready.clear();
    worker.work = worker.seconds = 0;
  }
  homes_ = home_workers(graph, workers());
  ran_on_.assign(graph.size(), 0);
  if (room_ < graph.size()) {
    room_ = graph.size();
    waiting_ = std::make_unique<std::atomic<TaskId>[]>(room_);
  }
  const std::vector<TaskId>& counts = graph.predecessor_counts();
  for (std::size_t k = 0; k < graph.size(); ++k) waiting_[k] = counts[k];
  left_ = graph.size();
  for (std::size_t k = 0; k < graph.size(); ++k) {
    if (counts[k] == 0) make_ready(static_cast<TaskId>(k), 0);
  }
  place_ready(0);
}

/// Until now, the system had not let this worker run.
void ThreadedExecutor::idle_since_begin(int worker) {
  if (recorder() == nullptr) return;
  Event event = Event::idle();
  event.begin = recorder()->run_begin();
  event.end = Event::Clock::now();
  recorder()->add(worker, event);
}

void ThreadedExecutor::end() {
  for (int worker = 1; worker < workers(); ++worker) {
    if (!mine(worker).came) idle_since_begin(worker);
  }
  if (failure_) std::rethrow_exception(failure_);
  double work = 0, seconds = 0;
  for (const Worker& worker : workers_) {
    work += worker.work;
    seconds += worker.seconds;
  }
  if (work > 0) seconds_per_work_ = seconds / work;
}

void ThreadedExecutor::fail(std::exception_ptr failure) {
  {
    const std::scoped_lock lock(failing_);
    if (!failure_) failure_ = std::move(failure);
  }
  failed_ = true;
  bell_.ring();
}

void ThreadedExecutor::work(int worker) {
  mine(worker).came = true;
  if (worker > 0) idle_since_begin(worker);
  Patience patience;
  while (left_ > 0 && !failed_) {
    const int heard = bell_.count();
    const bool communicated = communicate(worker);
    const bool computed = compute(worker);
    if (communicated || computed) {
      patience.renew();
    } else {
      idle(worker, heard, patience);
    }
  }
}

/// Whether there was anything to do. Starts what is ready, then asks what has come about.
bool ThreadedExecutor::communicate(int worker) {
  if (!(pending_ || under_way_) || (worker != 0 && !policy_.anyone_communicates)) return false;
  const std::unique_lock lock(communicating_, std::try_to_lock);
  if (!lock) return false;
  done_.clear();
  pending_ = false;  // before looking, so that what comes later is not missed
  while (const std::optional<ReadyTask> next = to_communicate_.take_first()) {
    const Task& task = graph_->task(next->id);
    const Span span(recorder(), worker, Event::of(task));
    if (Messages::carries(task.kind)) {
      messages_.start(*graph_, *actions_, next->id);
    } else {
      actions_->run(task, worker);
      done_.push_back(next->id);
    }
  }
  if (messages_.under_way()) {
    const Span span(recorder(), worker, Event::messages());
    messages_.progress(*graph_, *actions_, false, done_);
  }
  const bool more = messages_.under_way();
  const bool before = under_way_.exchange(more);
  if (more && !before && worker != 0) bell_.ring();  // worker 0 stays awake from now on
  for (const TaskId id : done_) finish(id, worker);
  return !done_.empty();
}

bool ThreadedExecutor::compute(int worker) {
  std::optional<ReadyTask> task = mine(worker).queue.take_first();
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
  if (task) mine(worker).queue.add_load(task->seconds);
  return task;
}

void ThreadedExecutor::execute(const ReadyTask& ready, int worker, bool stolen) {
  using Clock = std::chrono::steady_clock;
  const Task& task = graph_->task(ready.id);
  const Clock::time_point begin = Clock::now();
  {
    const Span span(recorder(), worker, Event::of(task, stolen));
    actions_->run(task, worker);
  }
  Worker& me = mine(worker);
  me.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  me.work += task.work;
  me.queue.add_load(-ready.seconds);
  ran_on_[ready.id] = worker;
  finish(ready.id, worker);
}

void ThreadedExecutor::finish(TaskId id, int worker) {
  const bool news = release_successors(id, worker);
  place_ready(worker);
  if (news || left_ == 0) bell_.ring();
}

/// Whether any task has become ready.
bool ThreadedExecutor::release_successors(TaskId id, int worker) {
  bool news = false;
  for (const TaskId successor : graph_->successors(id)) {
    if (waiting_[successor].fetch_sub(1, std::memory_order_acq_rel) == 1) {
      make_ready(successor, worker);
      news = true;
    }
  }
  --left_;
  return news;
}

void ThreadedExecutor::make_ready(TaskId id, int worker) {
  const Task& task = graph_->task(id);
  if (task.kind == TaskKind::barrier) {
    release_successors(id, worker);
  } else if (computes(task.kind)) {
    const int goal = policy_.placing ? writer_of_most(id, worker) : homes_[id];
    mine(worker).ready.push_back({id, task.work * seconds_per_work_, goal});
  } else {
    to_communicate_.push({id, 0});
    pending_ = true;
  }
}

/// Queues what this worker has made ready, all at once so that the loads can be compared.
void ThreadedExecutor::place_ready(int worker) {
  std::vector<Assignment>& ready = mine(worker).ready;
  if (policy_.placing && !ready.empty()) {
    std::vector<double>& loads = mine(worker).scratch;
    std::transform(workers_.begin(), workers_.end(), loads.begin(),
                   [](const Worker& each) { return each.queue.load(); });
    for (const Assignment& task : ready) {
      loads[static_cast<std::size_t>(task.worker)] += task.seconds;
    }
    rebalance(loads, ready);
  }
  for (const Assignment& task : ready) mine(task.worker).queue.push({task.id, task.seconds});
  ready.clear();
}

/// The worker that wrote more than half of what the task reads; where none did, the task's home.
int ThreadedExecutor::writer_of_most(TaskId id, int worker) {
  std::vector<double>& written = mine(worker).scratch;
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
  if (total <= 0 || *most <= total / 2) return homes_[id];
  return static_cast<int>(most - written.begin());
}

/// Worker 0 stays awake while messages are under way: nobody rings for them.
void ThreadedExecutor::idle(int worker, int heard, Patience& patience) {
  const bool awaits = worker == 0 && (pending_ || under_way_);
  const Span span(recorder(), worker, awaits ? Event::messages() : Event::idle());
  if (patience.over() && !awaits) {
    bell_.wait(heard);
  } else {
    patience.pass();
  }
}

}  // namespace taskfft
