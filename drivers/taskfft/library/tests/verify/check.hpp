#pragma once
/// Whether a plan does its problem right.

#include <memory>
#include <string>

#include "random_trial.hpp"

namespace taskfft::verify {

/// What is wrong on this rank, in words; empty if nothing is. `before`: the plan before, on the
/// same ranks, or null; the trial's own comes in its place.
std::string wrong(const Trial& trial, MPI_Comm comm, std::unique_ptr<Plan>& before);

}  // namespace taskfft::verify
