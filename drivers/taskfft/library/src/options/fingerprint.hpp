#pragma once
/// Arguments as one number, to compare them over ranks.

#include <cstdint>

#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// A number that differs, with near certainty, between different arguments (FNV-1a). Names of files
/// do not count.
std::uint64_t fingerprint(const Problem& problem, const Options& options);

}  // namespace taskfft
