#pragma once
/// What spoils a measurement, told from the machine before a case runs.

#include <fftbench/driver.hpp>
#include <vector>

#include "run/environment.hpp"

namespace fftbench {

/// For ranks of so many threads: "debug_build" and "dirty_tree" of the harness, "oversubscribed",
/// "few_cpus", "shared_cores" and "unbound" ranks, which may move between cores. One of each code.
std::vector<Warning> environment_warnings(const Environment& environment, int threads);

}  // namespace fftbench
