#include "support/alarm.hpp"

namespace taskfft {

Alarm::Alarm(const Communicator& comm) : comm_(comm.get()), ranks_(comm.size()), me_(comm.rank()) {
  check_mpi(MPI_Irecv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, kAlarmTag, comm_, &request_),
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
        MPI_Isend(nullptr, 0, MPI_BYTE, rank, kAlarmTag, comm_, &sent) != MPI_SUCCESS) {
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
  return Error("a run of this plan has failed on another rank");
}

}  // namespace taskfft
