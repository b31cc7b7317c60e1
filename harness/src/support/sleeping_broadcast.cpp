#include "support/sleeping_broadcast.hpp"

#include <semaphore.h>

#include <cerrno>
#include <chrono>
#include <fftbench/error.hpp>
#include <new>
#include <thread>

namespace fftbench {
namespace {

constexpr std::chrono::milliseconds look_again{3};

/// What rank 0 of `comm` gives, waited for asleep.
std::int64_t from_root(std::int64_t value, MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&value, 1, MPI_INT64_T, 0, comm, &request);
  for (int arrived = 0;;) {
    MPI_Test(&request, &arrived, MPI_STATUS_IGNORE);
    if (arrived != 0) return value;
    std::this_thread::sleep_for(look_again);
  }
}

}  // namespace

struct SleepingBroadcast::Shared {
  sem_t wake;
  std::int64_t value = 0;
};

SleepingBroadcast::SleepingBroadcast(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node_);
  MPI_Comm_rank(node_, &rank_);
  MPI_Comm_size(node_, &ranks_);
  MPI_Comm_split(comm, rank_ == 0 ? 0 : MPI_UNDEFINED, rank, &leaders_);
  const auto bytes = static_cast<MPI_Aint>(rank_ == 0 ? sizeof(Shared) * ranks_ : 0);
  void* memory = nullptr;
  MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node_, &memory, &window_);
  MPI_Aint size = 0;
  int unit = 1;
  MPI_Win_shared_query(window_, 0, &size, &unit, &memory);
  shared_ = static_cast<Shared*>(memory);
  new (shared_ + rank_) Shared;
  if (sem_init(&shared_[rank_].wake, 1, 0) != 0) throw Error("no semaphore for this rank");
  MPI_Barrier(node_);
}

SleepingBroadcast::~SleepingBroadcast() {
  MPI_Barrier(node_);
  sem_destroy(&shared_[rank_].wake);
  MPI_Win_free(&window_);
  if (leaders_ != MPI_COMM_NULL) MPI_Comm_free(&leaders_);
  MPI_Comm_free(&node_);
}

std::int64_t SleepingBroadcast::operator()(std::int64_t value) {
  Shared& mine = shared_[rank_];
  if (rank_ != 0) {
    while (sem_wait(&mine.wake) != 0 && errno == EINTR) {
    }
    return mine.value;
  }
  value = from_root(value, leaders_);
  for (int other = 1; other < ranks_; ++other) {
    shared_[other].value = value;
    sem_post(&shared_[other].wake);
  }
  return value;
}

}  // namespace fftbench
