#pragma once
/// MPI from the first to the last call.

#include <mpi.h>

namespace fftbench {

class MpiEnvironment {
 public:
  MpiEnvironment(int& argc, char**& argv, int thread_level) {
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
};

}  // namespace fftbench
