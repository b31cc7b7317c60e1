#pragma once
/// Where the ranks run.

#include <mpi.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace fftbench {

/// Where a rank runs.
struct Place {
  std::string host;
  std::vector<int> cpus;  ///< that its threads may use
  std::optional<std::string> numa = {};
};

/// Those of all ranks in order on rank 0, none elsewhere. Collective.
std::vector<Place> gather_places(MPI_Comm comm);

/// The record's `hosts`, in order of first appearance, and its `bindings`, each once, with their
/// numbers of ranks.
nlohmann::json hosts_of(const std::vector<Place>& places);
nlohmann::json bindings_of(const std::vector<Place>& places);

}  // namespace fftbench
