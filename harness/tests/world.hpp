#pragma once
/// Shared by the tests under mpirun: every rank runs every test.

#include <mpi.h>

#include "expect_error.hpp"
#include "support/collective.hpp"

namespace fftbench {

inline int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int world_size() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

inline bool last_rank() {
  return world_rank() == world_size() - 1;
}

/// An agreement of all ranks that no test expects to be abandoned.
class WorldAgreement : public Agreement {
 public:
  WorldAgreement()
      : Agreement(MPI_COMM_WORLD, 60.0, [](const std::string& reason) {
          ADD_FAILURE() << "abandoned: " << reason;
          MPI_Abort(MPI_COMM_WORLD, 1);
        }) {}
};

}  // namespace fftbench
