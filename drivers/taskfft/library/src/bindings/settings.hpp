#pragma once
/// Problems and options as one line of text, for languages without C++'s types.

#include <string_view>

#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// Reads name=value, separated by blanks, into the two: what is not named stays. Throws
/// ArgumentError for a name that there is none of, or a value that it does not have.
void read_settings(std::string_view text, Problem& problem, Options& options);

}  // namespace taskfft
