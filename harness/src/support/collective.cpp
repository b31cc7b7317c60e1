#include "support/collective.hpp"

#include <fmt/core.h>

#include <chrono>
#include <limits>
#include <thread>

namespace fftbench {

Agreement::Agreement(MPI_Comm comm, double grace_seconds, Abandon abandon)
    : grace_seconds_(grace_seconds), abandon_(std::move(abandon)) {
  MPI_Comm_dup(comm, &comm_);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

Agreement::~Agreement() {
  MPI_Comm_free(&comm_);
}

void Agreement::wait_for_others(MPI_Request& request, const std::string& reason) const {
  using Steady = std::chrono::steady_clock;
  const auto deadline = Steady::now() + std::chrono::duration<double>(grace_seconds_);
  int done = 0;
  for (;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    if (Steady::now() > deadline) return abandon_(reason);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Agreement::settle(const char* name, const std::optional<std::string>& failure) {
  constexpr int nobody = std::numeric_limits<int>::max();
  const int mine = failure ? rank_ : nobody;
  std::string reason = failure ? fmt::format("rank {}: {}: {}", rank_, name, *failure) : "";
  int first = nobody;
  MPI_Request request;
  MPI_Iallreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm_, &request);
  if (failure) {
    wait_for_others(request, reason);
  } else {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (first == nobody) return;
  auto length = static_cast<int>(reason.size());
  MPI_Bcast(&length, 1, MPI_INT, first, comm_);
  reason.resize(static_cast<std::size_t>(length));
  MPI_Bcast(reason.data(), length, MPI_CHAR, first, comm_);
  throw AgreedError(reason);
}

std::string Agreement::leave(const std::string& what) const {
  const std::string reason = fmt::format("rank {}: after '{}': {}", rank_, step(), what);
  if (size_ > 1) abandon_(reason);
  return reason;
}

}  // namespace fftbench
