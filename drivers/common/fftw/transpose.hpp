#pragma once
/// FFTW's distributed transposes, which several libraries exchange by.

#include "common/counts.hpp"

namespace fftbench::fftw {

/// The largest number that a transpose of rows x columns, each of `each` real numbers, hands to MPI
/// in int: that of a block which a rank sends to another; and where blocks are of several sizes, so
/// that MPI_Alltoallv takes them, of where the last one begins (mpi/transpose-alltoall.c
/// of 3.3.10). 0 on one rank, which sends nothing.
inline Index largest_count(Index rows, Index columns, Index each, Index ranks) {
  if (ranks == 1) return 0;
  const Index block = share(rows, ranks) * share(columns, ranks) * each;
  const bool equal = rows % ranks == 0 && columns % ranks == 0;
  return equal ? block : (ranks - 1) * block;
}

}  // namespace fftbench::fftw
