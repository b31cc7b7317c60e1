#pragma once
/// Problems and options as one line of text, for languages without C++'s types.

#include <string>
#include <string_view>

#include "taskfft/effective.hpp"
#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// Reads name=value, separated by blanks, into the two: what is not named stays. Throws
/// ArgumentError for a name that there is none of, or a value that it does not have.
void read_settings(std::string_view text, Problem& problem, Options& options);

/// The value that a setting has in a plan, as read_settings() reads it, by its name; or the plan's
/// `decomposition` or `work_bytes`. Throws ArgumentError for a name that there is none of.
std::string setting_of(std::string_view name, const Problem& problem, const Effective& effective);

}  // namespace taskfft
