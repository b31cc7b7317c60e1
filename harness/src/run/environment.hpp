#pragma once
/// The machine as the ranks observe it, not as it was requested.

#include <mpi.h>

#include <fftbench/driver.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/clock.hpp"

namespace fftbench {

/// The record's `environment` on rank 0, null elsewhere. `variables` are those of the drivers
/// (Description::variables), recorded with MPI's and OpenMP's. Collective.
nlohmann::json observe_environment(MPI_Comm comm, Clock& clock,
                                   const std::vector<std::string>& variables);

/// What a reader should know before trusting the times: a debug build ("debug_build"), more busy
/// CPUs than there are ("oversubscribed"), ranks that are not bound ("unbound"). `threads` per
/// rank.
std::vector<Warning> environment_warnings(const nlohmann::json& environment, int threads);

/// CPUs as the kernel writes them, "0-3,8".
std::string cpu_list(const std::vector<int>& cpus);
/// The CPUs of such a list.
std::vector<int> parse_cpu_list(const std::string& list);

}  // namespace fftbench
