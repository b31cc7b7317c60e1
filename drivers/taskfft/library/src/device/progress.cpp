#include "device/progress.hpp"

#include <thread>
#include <utility>

#include "taskfft/error.hpp"

namespace taskfft {

void Progress::when_received(MPI_Request request, Action action) {
  requests_.push_back(request);
  messages_.push_back({std::move(action), true});
}

void Progress::when_sent(MPI_Request request) {
  requests_.push_back(request);
  messages_.push_back({{}, false});
}

void Progress::run() {
  constexpr int spins = 200;  // a look at the device takes about a microsecond
  int empty = 0;
  while (!requests_.empty() || !events_.empty()) {
    const bool came = ask_mpi();
    if (ask_device() || came) {
      empty = 0;
      continue;
    }
    if (++empty < spins) continue;
    if (alarm_.heard()) throw Error("another rank failed, and this one would wait for it for ever");
    std::this_thread::yield();
  }
}

bool Progress::ask_mpi() {
  if (requests_.empty()) return false;
  completed_.resize(requests_.size());
  int found = 0;
  check_mpi(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &found,
                         completed_.data(), MPI_STATUSES_IGNORE),
            "asking for messages");
  if (found <= 0) return false;
  std::vector<Action> due;
  for (int k = 0; k < found; ++k) {
    due.push_back(std::move(messages_[static_cast<std::size_t>(completed_[k])].action));
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    requests_[kept] = requests_[k];
    messages_[kept++] = std::move(messages_[k]);
  }
  requests_.resize(kept);
  messages_.resize(kept);
  for (const Action& action : due) {
    if (action) action();
  }
  return true;
}

bool Progress::ask_device() {
  std::vector<Action> due;
  std::erase_if(events_, [&](Mark& mark) {
    if (!backend_.done(mark.event)) return false;
    due.push_back(std::move(mark.action));
    return true;
  });
  for (const Action& action : due) {
    if (action) action();
  }
  return !due.empty();
}

void Progress::cancel() noexcept {
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    MPI_Cancel(&requests_[k]);
    if (messages_[k].received) {
      MPI_Wait(&requests_[k], MPI_STATUS_IGNORE);
    } else {
      MPI_Request_free(&requests_[k]);  // it can't be cancelled, and the other may not receive it
    }
  }
  requests_.clear();
  messages_.clear();
  events_.clear();
}

}  // namespace taskfft
