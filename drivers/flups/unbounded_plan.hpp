#pragma once
/// Poisson's equation along unbounded axes, by FLUPS' own solver.

#include <fftbench/driver.hpp>
#include <memory>

namespace fftbench {

/// Of a request whose workload leaves axes unbounded. The plan doubles them by itself
/// (Plan::pads), and solves as a whole only. Collective.
std::unique_ptr<Plan> make_unbounded_plan(const Request& request, MPI_Comm comm);

}  // namespace fftbench
