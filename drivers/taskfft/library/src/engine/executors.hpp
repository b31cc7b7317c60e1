#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/executor.hpp"
#include "taskfft/types.hpp"

namespace taskfft {

/// Why no plan can have this executor, and what to do; empty where it can.
std::string missing(ExecutorKind kind);

/// What the options ask for; with one thread, the serial one. `cores`: one per thread to bind it
/// to, or none.
std::unique_ptr<Executor> make_executor(const Options& options, int thread_level,
                                        const std::vector<int>& cores);

}  // namespace taskfft
