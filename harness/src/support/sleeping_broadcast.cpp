#include "support/sleeping_broadcast.hpp"

#include <cerrno>
#include <chrono>
#include <fftbench/error.hpp>
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

SleepingBroadcast::SleepingBroadcast(MPI_Comm comm) : ranks_(comm) {
  if (!ranks_) throw Error("MPI gives the ranks of this node no memory that they share");
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_split(comm, ranks_.rank() == 0 ? 0 : MPI_UNDEFINED, rank, &leaders_);
  if (sem_init(&ranks_.mine().wake, 1, 0) != 0) throw Error("no semaphore for this rank");
  MPI_Barrier(ranks_.node());
}

SleepingBroadcast::~SleepingBroadcast() {
  MPI_Barrier(ranks_.node());
  sem_destroy(&ranks_.mine().wake);
  if (leaders_ != MPI_COMM_NULL) MPI_Comm_free(&leaders_);
}

std::int64_t SleepingBroadcast::operator()(std::int64_t value) {
  Shared& mine = ranks_.mine();
  if (ranks_.rank() != 0) {
    while (sem_wait(&mine.wake) != 0 && errno == EINTR) {
    }
    return mine.value;
  }
  value = from_root(value, leaders_);
  for (int other = 1; other < ranks_.ranks(); ++other) {
    ranks_[other].value = value;
    sem_post(&ranks_[other].wake);
  }
  return value;
}

}  // namespace fftbench
