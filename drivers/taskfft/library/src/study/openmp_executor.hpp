#pragma once

#include <memory>
#include <vector>

#include "run/executor.hpp"

namespace taskfft {

/// OpenMP's loops: all tasks that are ready are one parallel loop, and messages are started and
/// asked for by the calling thread between one loop and the next. `fixed`: schedule(static), else
/// schedule(dynamic). `cores` as of make_tbb_executor(). Only where taskfft was built with OpenMP.
std::unique_ptr<Executor> make_openmp_executor(int threads, bool fixed,
                                               const std::vector<int>& cores);

}  // namespace taskfft
