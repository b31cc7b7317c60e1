#pragma once

#include <mpi.h>

#include <memory>

#include "engine/engine.hpp"

namespace taskfft {

/// Collective: a plan with the grid, exchange, message groups, chunks, kernel and stores that the
/// options leave open, and at most the threads that they have, chosen as Tuning::measure says:
/// found in the tuning file, or else by whole pairs of transforms of trial plans on arrays of their
/// own, since layouts are known before the caller's arrays. Throws on all ranks alike.
std::unique_ptr<Engine> make_tuned_engine(const Problem& problem, const Options& options,
                                          MPI_Comm comm);

}  // namespace taskfft
