#include "serial_executor.hpp"

#include <algorithm>
#include <functional>

namespace taskfft {

void SerialExecutor::run(const TaskGraph& graph, TaskActions& actions) {
  const RunSpan span(recorder());
  messages_.abandon();
  messages_.record(recorder());
  waiting_ = graph.predecessor_counts();
  left_ = graph.size();
  ready_.clear();
  for (std::size_t k = 0; k < graph.size(); ++k) {
    if (waiting_[k] == 0) ready_.push_back(static_cast<TaskId>(k));
  }
  std::make_heap(ready_.begin(), ready_.end(), std::greater<>());
  while (left_ > 0) {
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
  {
    const Span span(recorder(), 0, Event::of(task));
    if (Messages::carries(task.kind)) {
      messages_.start(graph, actions, id);
      return;
    }
    actions.run(task, 0);
  }
  finish(graph, id);
  progress(graph, actions, false);
}

void SerialExecutor::finish(const TaskGraph& graph, TaskId id) {
  --left_;
  for (TaskId successor : graph.successors(id)) {
    if (--waiting_[successor] > 0) continue;
    ready_.push_back(successor);
    std::push_heap(ready_.begin(), ready_.end(), std::greater<>());
  }
}

void SerialExecutor::progress(const TaskGraph& graph, TaskActions& actions, bool wait) {
  if (!messages_.under_way()) return;
  done_.clear();
  {
    const Span span(recorder(), 0, Event::messages());
    messages_.progress(graph, actions, wait, done_);
  }
  for (const TaskId id : done_) finish(graph, id);
}

}  // namespace taskfft
