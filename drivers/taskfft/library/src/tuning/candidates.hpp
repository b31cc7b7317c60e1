#pragma once

#include <vector>

#include "taskfft/types.hpp"
#include "tuning/machine.hpp"

namespace taskfft {

/// The options with every grid, exchange and number of message groups that they leave open, by what
/// the model predicts, the fastest first: slabs and pencils, since bricks only add to them.
std::vector<Options> candidates(const Problem& problem, const Options& options,
                                const Machine& machine);

/// Whether two plans of the same options exchange the same blocks in the same way.
bool same_exchanges(const Options& a, const Options& b);

}  // namespace taskfft
