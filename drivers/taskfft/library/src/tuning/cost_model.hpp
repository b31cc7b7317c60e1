#pragma once

#include "taskfft/types.hpp"
#include "tuning/machine.hpp"

namespace taskfft {

/// Seconds that a forward transform may take, by its arithmetic and its messages: good enough to
/// tell which settings are worth timing, not to tell how long they take. Grid, exchange and
/// message_groups must be given. Ranks are taken to fill one node after the other.
double predicted_seconds(const Problem& problem, const Options& options, const Machine& machine);

}  // namespace taskfft
