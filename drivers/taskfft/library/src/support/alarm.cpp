#include "support/alarm.hpp"

#include <utility>

namespace taskfft {

Alarm::Alarm(std::shared_ptr<Communicator> comm)
    : comm_(std::move(comm)), ranks_(comm_->size()), me_(comm_->rank()) {
  check_mpi(MPI_Irecv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, kAlarmTag, comm_->get(), &request_),
            "listening for failures");
}

Alarm::~Alarm() {
  if (request_ == MPI_REQUEST_NULL || !mpi_runs()) return;
  MPI_Cancel(&request_);
  MPI_Wait(&request_, MPI_STATUS_IGNORE);
}

void Alarm::sound() noexcept {
  if (request_ == MPI_REQUEST_NULL) return;
  for (int rank = 0; rank < ranks_; ++rank) {
    MPI_Request sent = MPI_REQUEST_NULL;
    if (rank == me_ ||
        MPI_Isend(nullptr, 0, MPI_BYTE, rank, kAlarmTag, comm_->get(), &sent) != MPI_SUCCESS) {
      continue;
    }
    MPI_Request_free(&sent);  // nobody can do anything if it does not arrive
  }
}

bool Alarm::heard() {
  int complete = 0;
  check_mpi(MPI_Test(&request_, &complete, MPI_STATUS_IGNORE), "progressing other messages");
  return complete != 0;
}

Error failed_elsewhere() {
  return Error(
      "a run of this plan, or of one that works in the same memory, has failed on another rank");
}

}  // namespace taskfft
