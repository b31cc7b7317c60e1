#pragma once
/// How the ranks start together before each sample, and how well they do.

#include <mpi.h>

#include "support/clock.hpp"

namespace fftbench {

/// The method, as records name it.
inline constexpr const char* synchronisation = "barrier";

/// Untimed, before every sample. A barrier lets ranks leave at different moments; `start_skew`
/// measures by how much, so that a reader can tell whether it matters.
inline void synchronise(MPI_Comm comm) {
  MPI_Barrier(comm);
}

/// What to add to this rank's clock to get rank 0's, by ping-pong of least round trip along a
/// binary tree: log2(ranks) rounds, with all pairs of a round at once. Collective.
double clock_offset(MPI_Comm comm, Clock& clock);

/// Median over a few synchronisations of the span between the first and the last rank leaving, in
/// seconds of rank 0's clock; the same on every rank. Collective.
double start_skew(MPI_Comm comm, Clock& clock);

}  // namespace fftbench
