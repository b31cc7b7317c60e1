#pragma once
/// The machine as the ranks observe it, not as it was requested.

#include <mpi.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run/places.hpp"
#include "support/clock.hpp"

namespace fftbench {

/// Known to rank 0; empty elsewhere.
struct Environment {
  nlohmann::json record;      ///< the record's `environment`, null elsewhere
  std::vector<Place> places;  ///< of all ranks
  int cpus = 0;               ///< of a node
};

/// `variables` are those of the drivers (Description::variables), recorded with MPI's and OpenMP's.
/// Collective.
Environment observe_environment(MPI_Comm comm, Clock& clock,
                                const std::vector<std::string>& variables);

}  // namespace fftbench
