#include "run/progress_engine.hpp"

namespace taskfft {

void ProgressEngine::begin(const TaskGraph& graph, TaskActions& actions, Recorder* recorder) {
  graph_ = &graph;
  actions_ = &actions;
  recorder_ = recorder;
  messages_.cancel();
  messages_.record(recorder);
  submitted_.clear();
  pending_ = in_flight_ = false;
}

void ProgressEngine::submit(TaskId id) {
  submitted_.push({id, 0});
  pending_ = true;
}

ProgressEngine::Progress ProgressEngine::progress(int worker,
                                                  const std::function<void(TaskId)>& finish) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return {false, false};
  done_.clear();
  pending_ = false;  // before the queue is read, so that a later task is not missed
  while (const std::optional<ReadyTask> next = submitted_.take_first()) start(next->id, worker);
  if (messages_.in_flight()) {
    const Span span(recorder_, worker, Event::messages());
    messages_.progress(*graph_, *actions_, false, done_);
  }
  const bool more = messages_.in_flight();
  const bool before = in_flight_.exchange(more);
  for (const TaskId id : done_) finish(id);
  return {!done_.empty(), more && !before};
}

void ProgressEngine::start(TaskId id, int worker) {
  const Task& task = graph_->task(id);
  const Span span(recorder_, worker, Event::of(task));
  if (completes_later(task.kind)) {
    messages_.start(*graph_, *actions_, id);
  } else {
    actions_->run(task, worker);
    done_.push_back(id);
  }
}

}  // namespace taskfft
