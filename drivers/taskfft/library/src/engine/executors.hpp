#pragma once
/// Which executors there are, and which one the options ask for.

#include <memory>
#include <string>
#include <vector>

#include "run/executor.hpp"
#include "taskfft/options.hpp"

namespace taskfft {

/// Why this executor was not built, and what to do; empty if it was.
std::string why_not_built(ExecutorKind kind);

/// The executor that the options ask for; with one thread of our own, the serial one. `cores`: one
/// per thread to bind it to, or none.
std::unique_ptr<Executor> make_executor(const Options& options, int thread_level,
                                        const std::vector<int>& cores);

}  // namespace taskfft
