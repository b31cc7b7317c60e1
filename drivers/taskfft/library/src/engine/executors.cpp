#include "engine/executors.hpp"

#include "run/serial_executor.hpp"
#include "run/threaded_executor.hpp"
#include "study/executors.hpp"

namespace taskfft {
namespace {

std::unique_ptr<Executor> make_threaded_executor(const Options& options, int thread_level,
                                                 const std::vector<int>& cores) {
  ThreadPolicy policy;
  policy.workers = options.threads;
  policy.cores = cores;
  policy.placing = options.scheduler != Scheduler::static_;
  policy.stealing = policy.placing && options.stealing;
  policy.anyone_communicates = thread_level >= MPI_THREAD_SERIALIZED;
  return std::make_unique<ThreadedExecutor>(policy);
}

}  // namespace

std::string why_not_built([[maybe_unused]] ExecutorKind kind) {
#if !defined(TASKFFT_OPENMP)
  if (kind == ExecutorKind::openmp) {
    return "OpenMP was not found when taskfft was built: use a compiler that has it, configure and "
           "build again";
  }
#endif
#if !defined(TASKFFT_TBB)
  if (kind == ExecutorKind::tbb) {
    return "oneTBB 2021.6 or later was not found when taskfft was built: install libtbb-dev "
           "(Spack: intel-tbb) or set TBB_ROOT, configure and build again";
  }
#endif
  return "";
}

std::unique_ptr<Executor> make_executor(const Options& options, int thread_level,
                                        const std::vector<int>& cores) {
#if defined(TASKFFT_OPENMP)
  if (options.executor == ExecutorKind::openmp) {
    const bool fixed = options.scheduler == Scheduler::static_ || !options.stealing;
    return make_openmp_executor(options.threads, fixed, cores);
  }
#endif
#if defined(TASKFFT_TBB)
  if (options.executor == ExecutorKind::tbb) return make_tbb_executor(options.threads, cores);
#endif
  if (options.threads == 1) return std::make_unique<SerialExecutor>();
  return make_threaded_executor(options, thread_level, cores);
}

}  // namespace taskfft
