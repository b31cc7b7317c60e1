#include "support/agreement.hpp"

#include <array>

#include "support/failure.hpp"
#include "support/kept.hpp"

namespace taskfft {

/// While a call is under way, MPI's.
struct Agreement::Verdict {
  int first = 0;  ///< of the ranks that failed
  Failure failure{};
};

Agreement::Agreement(const Communicator& comm, Alarm& alarm)
    : comm_(comm), alarm_(alarm), verdict_(std::make_shared<Verdict>()) {}

bool Agreement::reached(const std::exception_ptr& mine) {
  const int nobody = comm_.size();
  int& first = verdict_->first;
  first = mine ? comm_.rank() : nobody;
  MPI_Request call = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm_.get(), &call),
            "agreeing on success");
  if (!through(call)) return false;
  if (first == nobody) return true;
  if (mine) verdict_->failure = Failure::of(mine);
  check_mpi(MPI_Ibcast(&verdict_->failure, sizeof(Failure), MPI_BYTE, first, comm_.get(), &call),
            "telling what failed");
  if (!through(call)) return false;
  if (mine) std::rethrow_exception(mine);
  verdict_->failure.raise(first);
}

/// Waits for a call or for the alarm. MPI can't cancel a collective call: what it writes to stays.
bool Agreement::through(MPI_Request& call) {
  std::array<MPI_Request, 2> either{call, *alarm_.request()};
  int which = 0;
  const int code = MPI_Waitany(2, either.data(), &which, MPI_STATUS_IGNORE);
  *alarm_.request() = either[1];
  if (code == MPI_SUCCESS && which == 0) return true;
  keep_until_exit(verdict_);
  check_mpi(code, "agreeing on success");
  return false;
}

}  // namespace taskfft
