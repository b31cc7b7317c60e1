#pragma once
/// Executors that run taskfft's graphs on the threads of other runtimes, to compare with its own.

#include <memory>
#include <vector>

#include "run/executor.hpp"

namespace taskfft {

/// oneTBB's threads and stealing: the thread that makes a task ready spawns it, and it runs
/// wherever oneTBB takes it. The calling thread is one of the threads and the only one that calls
/// MPI. `cores`: one per thread to bind it to, or none; the calling thread is never bound. Exists
/// only where taskfft was built with oneTBB.
std::unique_ptr<Executor> make_tbb_executor(int threads, const std::vector<int>& cores);

/// OpenMP's loops: all tasks that are ready make one parallel loop; the calling thread starts
/// messages and asks for them between one loop and the next. `fixed`: schedule(static), else
/// schedule(dynamic). `cores` as above. Exists only where taskfft was built with OpenMP.
std::unique_ptr<Executor> make_openmp_executor(int threads, bool fixed,
                                               const std::vector<int>& cores);

}  // namespace taskfft
