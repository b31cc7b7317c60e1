#pragma once
/// Plans whose open settings are chosen by measurement.

#include <mpi.h>

#include <memory>

#include "engine/engine.hpp"

namespace taskfft {

/// Collective: a plan whose grid, exchange, message groups, chunks, kernel and stores, where the
/// options leave them open, and whose number of threads, at most that of the options, are found in
/// the tuning file; or else by timing pairs of transforms of trial plans. Trials have arrays of
/// their own, since the caller allocates arrays only after the plan is made. Throws on all ranks
/// alike. `lender`: as for make_engine(), of the plan that comes out.
std::unique_ptr<Engine> make_tuned_engine(const Problem& problem, const Options& options,
                                          MPI_Comm comm, const Engine* lender = nullptr);

/// Collective: as the options ask for, tuned or not, traced or not.
std::unique_ptr<Engine> make_plan_engine(const Problem& problem, const Options& options,
                                         MPI_Comm comm, const Engine* lender = nullptr);

}  // namespace taskfft
