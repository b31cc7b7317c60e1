#pragma once
/// A broadcast that costs nobody any processor time while it is waited for.

#include <mpi.h>
#include <semaphore.h>

#include <cstdint>

#include "support/node_memory.hpp"

namespace fftbench {

/// Hands a number from rank 0 to all ranks of a communicator, which sleep until it comes: MPI's own
/// broadcast spins. The ranks of a node sleep in the kernel; the first rank of every other node
/// looks for the number several hundred times a second.
class SleepingBroadcast {
 public:
  /// Collective.
  explicit SleepingBroadcast(MPI_Comm comm);
  /// Collective.
  ~SleepingBroadcast();
  SleepingBroadcast(const SleepingBroadcast&) = delete;
  SleepingBroadcast& operator=(const SleepingBroadcast&) = delete;

  /// The value that rank 0 gives, on every rank. Collective; every rank must have returned from one
  /// call before rank 0 makes the next.
  std::int64_t operator()(std::int64_t value);

 private:
  struct Shared {
    sem_t wake;
    std::int64_t value = 0;
  };

  NodeMemory<Shared> ranks_;
  MPI_Comm leaders_ = MPI_COMM_NULL;  ///< the first of each node; null on others
};

}  // namespace fftbench
