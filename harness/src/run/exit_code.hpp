#pragma once
/// How the program ends.

#include "contract/record.hpp"

namespace fftbench::exit_code {

/// The highest that applies. `no_records`: they can't be written.
inline constexpr int ok = 0, usage = 2, unsupported = 3, wrong = 4, failed = 5, no_records = 7;

/// For a case that ended so.
int of(Status status);

}  // namespace fftbench::exit_code
