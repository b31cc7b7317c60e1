#pragma once
/// A model of the time that a transform takes, to sort candidates by.

#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"
#include "tuning/machine.hpp"

namespace taskfft {

/// Seconds that a forward transform may take, from its arithmetic and its messages: good enough to
/// tell which settings are worth timing, but not how long they take. Grid, exchange and
/// message_groups must be given. Ranks are assumed to fill one node after the other.
double predicted_seconds(const Problem& problem, const Options& options, const Machine& machine);

}  // namespace taskfft
