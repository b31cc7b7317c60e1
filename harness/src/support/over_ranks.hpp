#pragma once
/// What ranks make of a value together. MPI's datatypes of C++ are not asked for: an MPI built
/// without C++, as Cray's has been, defines them as MPI_DATATYPE_NULL.

#include <mpi.h>

namespace fftbench {

inline bool on_any_rank(bool mine, MPI_Comm comm) {
  int any = mine ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, comm);
  return any != 0;
}

inline bool on_all_ranks(bool mine, MPI_Comm comm) {
  return !on_any_rank(!mine, comm);
}

inline double most_of_ranks(double mine, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, comm);
  return mine;
}

}  // namespace fftbench
