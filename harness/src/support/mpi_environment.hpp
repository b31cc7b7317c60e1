#pragma once
/// MPI from the first to the last call.

#include <mpi.h>

#include <set>

#include "support/thread_times.hpp"

namespace fftbench {

class MpiEnvironment {
 public:
  MpiEnvironment(int& argc, char**& argv, int thread_level) {
    threads_before_ = threads();
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, thread_level, &provided);
  }
  ~MpiEnvironment() { MPI_Finalize(); }
  MpiEnvironment(const MpiEnvironment&) = delete;
  MpiEnvironment& operator=(const MpiEnvironment&) = delete;

  int rank() const {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }

  /// The threads that there were before MPI started.
  static const std::set<int>& threads_before() { return threads_before_; }

 private:
  static inline std::set<int> threads_before_;  ///< of the process, as MPI is
};

}  // namespace fftbench
