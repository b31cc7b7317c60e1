#pragma once

#include <cstdint>

#include "taskfft/types.hpp"

namespace taskfft {

/// A number that differs, with near certainty, between different arguments (FNV-1a).
std::uint64_t fingerprint(const Problem& problem, const Options& options);

}  // namespace taskfft
