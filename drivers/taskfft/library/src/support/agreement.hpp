#pragma once
/// How ranks agree where one of them may have failed, and never come.

#include <exception>
#include <memory>

#include "support/alarm.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// Agreements of the ranks of a plan, each by calls that are waited for together with its alarm.
class Agreement {
 public:
  /// Both outlive it.
  Agreement(const Communicator& comm, Alarm& alarm);

  /// Collective. False where a rank has failed that may never make this call: then no other may be
  /// made, as this one stays under way. Else as throw_on_all_ranks().
  bool reached(const std::exception_ptr& mine);

 private:
  struct Verdict;
  bool through(MPI_Request& call);

  const Communicator& comm_;
  Alarm& alarm_;
  std::shared_ptr<Verdict> verdict_;
};

}  // namespace taskfft
