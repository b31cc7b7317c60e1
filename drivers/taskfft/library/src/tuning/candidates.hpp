#pragma once
/// The settings that tuning may try.

#include <vector>

#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"
#include "tuning/machine.hpp"

namespace taskfft {

/// The options with every grid, exchange and number of message groups that they leave open, sorted
/// by the predicted time, the fastest first. Grids are slabs and pencils: bricks only add
/// exchanges.
std::vector<Options> candidates(const Problem& problem, const Options& options,
                                const Machine& machine);

/// Whether two plans of the same options exchange the same blocks in the same way.
bool same_exchanges(const Options& a, const Options& b);

}  // namespace taskfft
