#pragma once
/// Where the ranks run.

#include <mpi.h>

#include <map>
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
  std::vector<int> cores = {};  ///< that hold these CPUs
};

/// Those of all ranks in order on rank 0, none elsewhere. Collective.
std::vector<Place> gather_places(MPI_Comm comm);

/// The first rank besides rank 0 on its host, and the first one on another; -1 where there is none.
struct Nearest {
  int on_node = -1;
  int elsewhere = -1;
};

Nearest nearest_ranks(const std::vector<Place>& places);

/// The ranks of a host by what they may use, ascending: CPUs, or cores.
using Ranks = std::map<std::vector<int>, int>;

/// Those of every host; `what`: of a Place, its CPUs or its cores.
std::map<std::string, Ranks> by_host(const std::vector<Place>& places,
                                     std::vector<int> Place::*what);

/// Those that may use nothing but these.
Ranks within(const Ranks& ranks, const std::vector<int>& these);
int number_of(const Ranks& ranks);

/// Says which ranks of so many threads have no cores of their own, if there are any: hardware
/// threads of one core are one.
std::optional<std::string> shared_cores(const std::vector<Place>& places, int threads);

/// The record's `hosts`, in order of first appearance, and its `bindings`, each once, with their
/// numbers of ranks.
nlohmann::json hosts_of(const std::vector<Place>& places);
nlohmann::json bindings_of(const std::vector<Place>& places);

}  // namespace fftbench
