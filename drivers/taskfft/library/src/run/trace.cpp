#include "run/trace.hpp"

#include <algorithm>

namespace taskfft {
namespace {

constexpr std::size_t kRingEvents = 1 << 16;  // some megabytes

/// Waiting is recorded piece by piece: pieces that follow each other are one event.
bool continues(const Event& last, const Event& next) {
  constexpr std::chrono::microseconds gap{1};
  return !last.task && !next.task && last.name == next.name && next.begin - last.end < gap;
}

const char* name_of(TaskKind kind) {
  switch (kind) {
    case TaskKind::receive:
      return "receive";
    case TaskKind::send:
      return "send";
    case TaskKind::collective:
      return "collective";
    case TaskKind::completion:
      return "completion";
    case TaskKind::reclaim:
      return "reclaim";
    case TaskKind::publish:
      return "publish";
    case TaskKind::await:
      return "await";
    case TaskKind::release:
      return "release";
    case TaskKind::transform:
      return "transform";
    case TaskKind::pack:
      return "pack";
    case TaskKind::unpack:
      return "unpack";
    case TaskKind::barrier:
      return "barrier";
  }
  return "task";
}

Part part_of(TaskKind kind) {
  if (kind == TaskKind::transform) return Part::compute;
  if (kind == TaskKind::pack) return Part::pack;
  return kind == TaskKind::unpack ? Part::unpack : Part::exchange;
}

}  // namespace

Event Event::of(const Task& task, bool stolen) {
  return {part_of(task.kind), name_of(task.kind), task, stolen};
}

Recorder::Ring::Ring() {
  events_.reserve(kRingEvents);
}

void Recorder::Ring::add(const Event& event) {
  if (events_.size() < kRingEvents) {
    events_.push_back(event);
  } else {
    events_[added_ % kRingEvents] = event;
  }
  ++added_;
}

void Recorder::Ring::clear() {
  events_.clear();
  added_ = 0;
}

Event* Recorder::Ring::last() {
  return added_ == 0 ? nullptr : &events_[(added_ - 1) % kRingEvents];
}

std::vector<Event> Recorder::Ring::ordered() const {
  std::vector<Event> events = events_;
  const auto oldest = static_cast<std::ptrdiff_t>(added_ % kRingEvents);
  if (added_ > events.size()) std::rotate(events.begin(), events.begin() + oldest, events.end());
  return events;
}

Recorder::Recorder(int workers) : workers_(static_cast<std::size_t>(workers)) {}

void Recorder::add(int worker, const Event& event) {
  Worker& own = workers_[static_cast<std::size_t>(worker)];
  auto& sum = own.sums[static_cast<std::size_t>(event.part)];
  Event* const last = own.ring.last();
  if (last != nullptr && continues(*last, event)) {
    sum += event.end - last->end;
    last->end = event.end;
    return;
  }
  sum += event.end - event.begin;
  own.ring.add(event);
}

void Recorder::end_run(const char* name) {
  Event execution = Event::execution(name);
  execution.begin = run_begin_;
  execution.end = Event::Clock::now();
  all_runs_ += execution.end - execution.begin;
  executions_.add(execution);
}

void Recorder::add_idle(int worker) {
  const Event* const last = workers_[static_cast<std::size_t>(worker)].ring.last();
  Event event = Event::idle();
  event.begin = last == nullptr ? run_begin_ : std::max(run_begin_, last->end);
  event.end = Event::Clock::now();
  add(worker, event);
}

void Recorder::clear() {
  for (Worker& each : workers_) {
    each.sums = {};
    each.ring.clear();
  }
  messages_.clear();
  executions_.clear();
  all_runs_ = {};
}

std::vector<WorkerTimes> Recorder::times() const {
  const auto seconds = [](Event::Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  std::vector<WorkerTimes> all;
  for (const Worker& each : workers_) {
    const auto of = [&](Part part) { return each.sums[static_cast<std::size_t>(part)]; };
    Event::Clock::duration rest = all_runs_;
    for (const Event::Clock::duration sum : each.sums) rest -= sum;
    all.push_back({seconds(of(Part::compute)), seconds(of(Part::pack)), seconds(of(Part::exchange)),
                   seconds(of(Part::unpack)), seconds(rest), seconds(of(Part::idle)),
                   seconds(all_runs_)});
  }
  return all;
}

std::vector<Event> Recorder::events(int worker) const {
  return workers_[static_cast<std::size_t>(worker)].ring.ordered();
}

}  // namespace taskfft
