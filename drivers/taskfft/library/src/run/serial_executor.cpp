#include "run/serial_executor.hpp"

#include <algorithm>
#include <functional>

namespace taskfft {

void SerialExecutor::run(const TaskGraph& graph, TaskActions& actions) {
  const RunSpan span(recorder(), actions.name());
  messages_.cancel();
  messages_.record(recorder());
  ready_.clear();
  run_.begin(graph, [this](TaskId id) { make_ready(id); });
  while (!run_.over()) {
    if (ready_.empty()) {
      progress(graph, actions, true);
      continue;
    }
    std::pop_heap(ready_.begin(), ready_.end(), std::greater<>());
    const TaskId id = ready_.back();
    ready_.pop_back();
    start(graph, actions, id);
  }
}

void SerialExecutor::start(const TaskGraph& graph, TaskActions& actions, TaskId id) {
  const Task& task = graph.task(id);
  if (completes_later(task.kind)) {
    const Span span(recorder(), 0, Event::of(task));
    messages_.start(graph, actions, id);
    return;
  }
  run_task(task, actions, 0);
  finish(id);
  progress(graph, actions, false);
}

void SerialExecutor::finish(TaskId id) {
  run_.finish(id, [this](TaskId next) { make_ready(next); });
}

void SerialExecutor::make_ready(TaskId id) {
  ready_.push_back(id);
  std::push_heap(ready_.begin(), ready_.end(), std::greater<>());
}

void SerialExecutor::progress(const TaskGraph& graph, TaskActions& actions, bool wait) {
  if (!messages_.in_flight()) return;
  done_.clear();
  {
    const Span span(recorder(), 0, Event::messages());
    messages_.progress(graph, actions, wait, done_);
  }
  for (const TaskId id : done_) finish(id);
}

}  // namespace taskfft
