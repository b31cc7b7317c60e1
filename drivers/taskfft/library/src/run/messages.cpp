#include "run/messages.hpp"

#include <algorithm>

#include "run/event_count.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

Messages::~Messages() {
  if (mpi_runs()) cancel();
}

void Messages::cancel() {
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    // Requests without an owner belong to a task whose start was interrupted.
    const bool keep = k < owners_.size() && owners_[k].keeps_request;
    if (requests_[k] == MPI_REQUEST_NULL || keep) continue;
    MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
  requests_.clear();
  owners_.clear();
  polled_.clear();
}

void Messages::start(const TaskGraph& graph, TaskActions& actions, TaskId id) {
  const Task& task = graph.task(id);
  if (task.kind == TaskKind::await || task.kind == TaskKind::reclaim) {
    polled_.push_back(id);
    return;
  }
  open_requests_.resize(graph.size());
  if (recorder_ != nullptr) note_start(id);
  actions.post(task, requests_);
  open_requests_[id] = static_cast<int>(requests_.size() - owners_.size());
  owners_.resize(requests_.size(), {id, actions.owns_requests(task)});
}

void Messages::progress(const TaskGraph& graph, TaskActions& actions, bool wait,
                        std::vector<TaskId>& done) {
  if (polled_.empty()) {
    if (wait) return this->wait(graph, actions, done);
    test(graph, done);
    if (done.empty()) count_empty_polls(actions, 1);
    return;
  }
  constexpr int yield = 16;  // takes as long as so many polls or longer
  for (Backoff backoff;; backoff.step()) {
    poll(graph, actions, done);
    test(graph, done);
    if (!done.empty()) return;
    count_empty_polls(actions, backoff.spins() ? 1 : yield);
    if (!wait) return;
  }
}

/// So rarely that what is polled is still seen as soon as it is there.
void Messages::count_empty_polls(TaskActions& actions, int polls) {
  constexpr int enough = 64;
  empty_polls_ += polls;
  if (empty_polls_ < enough) return;
  empty_polls_ = 0;
  actions.still_waiting();
}

void Messages::note_start(TaskId id) {
  starts_.resize(open_requests_.size());
  starts_[id] = Event::Clock::now();
}

void Messages::note_end(const Task& task, TaskId id) {
  Event event = Event::of(task);
  event.begin = starts_[id];
  event.end = Event::Clock::now();
  recorder_->add_message(event);
}

void Messages::poll(const TaskGraph& graph, TaskActions& actions, std::vector<TaskId>& done) {
  std::size_t kept = 0;
  for (const TaskId id : polled_) {
    if (actions.arrived(graph.task(id))) {
      done.push_back(id);
    } else {
      polled_[kept++] = id;
    }
  }
  polled_.resize(kept);
}

void Messages::test(const TaskGraph& graph, std::vector<TaskId>& done) {
  if (requests_.empty()) return;
  completed_.resize(requests_.size());
  const int count = static_cast<int>(requests_.size());
  int found = 0;
  check_mpi(MPI_Testsome(count, requests_.data(), &found, completed_.data(), MPI_STATUSES_IGNORE),
            "asking for messages");
  complete(graph, found, done);
}

/// Waits for the alarm, too, for which MPI needs it in the list.
void Messages::wait(const TaskGraph& graph, TaskActions& actions, std::vector<TaskId>& done) {
  if (requests_.empty()) return;
  const std::size_t mine = requests_.size();
  MPI_Request* const alarm = actions.alarm();
  if (alarm != nullptr) requests_.push_back(*alarm);
  completed_.resize(requests_.size());
  const int count = static_cast<int>(requests_.size());
  int found = 0;
  const int code =
      MPI_Waitsome(count, requests_.data(), &found, completed_.data(), MPI_STATUSES_IGNORE);
  if (alarm != nullptr) *alarm = requests_.back();
  requests_.resize(mine);
  check_mpi(code, "waiting for messages");
  const auto end = completed_.begin() + std::max(found, 0);
  if (std::find(completed_.begin(), end, static_cast<int>(mine)) != end) actions.still_waiting();
  complete(graph, found, done);
}

void Messages::complete(const TaskGraph& graph, int found, std::vector<TaskId>& done) {
  if (found <= 0) return;
  for (int k = 0; k < found; ++k) {
    const TaskId owner = owners_[completed_[k]].task;
    if (--open_requests_[owner] == 0) {
      done.push_back(owner);
      if (recorder_ != nullptr) note_end(graph.task(owner), owner);
    }
    requests_[completed_[k]] = MPI_REQUEST_NULL;  // MPI keeps persistent ones
  }
  // Keep the open requests, in their order, so that the list is no longer than what is in flight.
  std::size_t kept = 0;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    requests_[kept] = requests_[k];
    owners_[kept++] = owners_[k];
  }
  requests_.resize(kept);
  owners_.resize(kept);
}

}  // namespace taskfft
