#pragma once
/// A broadcast that costs nobody any processor time while it is waited for.

#include <mpi.h>

#include <cstdint>

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
  struct Shared;

  MPI_Comm node_ = MPI_COMM_NULL;     ///< ranks that share memory
  MPI_Comm leaders_ = MPI_COMM_NULL;  ///< the first of each node; null on others
  MPI_Win window_ = MPI_WIN_NULL;
  Shared* shared_ = nullptr;  ///< one for every rank of the node, at its first rank
  int rank_ = 0;              ///< in the node
  int ranks_ = 1;
};

}  // namespace fftbench
