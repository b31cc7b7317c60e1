#pragma once
/// The machine as the ranks observe it, not as it was requested.

#include <mpi.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clock.hpp"

namespace fftbench {

/// The record's `environment` on rank 0, null elsewhere. Collective.
nlohmann::json observe_environment(MPI_Comm comm, Clock& clock);

/// What a reader should know before trusting the times: a debug build, more busy CPUs than there
/// are, ranks that are not bound. `threads` per rank.
std::vector<std::string> environment_warnings(const nlohmann::json& environment, int threads);

/// CPUs as the kernel writes them, "0-3,8".
std::string cpu_list(const std::vector<int>& cpus);
/// The CPUs of such a list.
std::vector<int> parse_cpu_list(const std::string& list);

}  // namespace fftbench
