#include "run/progress_engine.hpp"

namespace taskfft {

void ProgressEngine::begin(const TaskGraph& graph, TaskActions& actions, Recorder* recorder) {
  graph_ = &graph;
  actions_ = &actions;
  recorder_ = recorder;
  messages_.abandon();
  messages_.record(recorder);
  handed_over_.clear();
  pending_ = under_way_ = false;
}

void ProgressEngine::hand_over(TaskId id) {
  handed_over_.push({id, 0});
  pending_ = true;
}

ProgressEngine::Round ProgressEngine::go(int worker, const std::function<void(TaskId)>& finish) {
  const std::unique_lock lock(going_, std::try_to_lock);
  if (!lock) return {false, false};
  done_.clear();
  pending_ = false;  // before looking, so that what comes later is not missed
  while (const std::optional<ReadyTask> next = handed_over_.take_first()) start(next->id, worker);
  if (messages_.under_way()) {
    const Span span(recorder_, worker, Event::messages());
    messages_.progress(*graph_, *actions_, false, done_);
  }
  const bool more = messages_.under_way();
  const bool before = under_way_.exchange(more);
  for (const TaskId id : done_) finish(id);
  return {!done_.empty(), more && !before};
}

void ProgressEngine::start(TaskId id, int worker) {
  const Task& task = graph_->task(id);
  const Span span(recorder_, worker, Event::of(task));
  if (Messages::carries(task.kind)) {
    messages_.start(*graph_, *actions_, id);
  } else {
    actions_->run(task, worker);
    done_.push_back(id);
  }
}

}  // namespace taskfft
