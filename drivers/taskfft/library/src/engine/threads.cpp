#include "engine/threads.hpp"

#include "run/cores.hpp"

namespace taskfft {

int thread_level(const Communicator& all) {
  int level = MPI_THREAD_SINGLE;
  check_mpi(MPI_Query_thread(&level), "asking for the thread level");
  return static_cast<int>(-maximum(all, Index{-level}));
}

void settle_threads(Effective& effective, int thread_level) {
  Options& options = effective.options;
  if (options.threads > 1 && thread_level < MPI_THREAD_FUNNELED) {
    effective.notes.push_back(
        "threads " + std::to_string(options.threads) +
        " needs MPI_Init_thread with MPI_THREAD_FUNNELED or more: 1 thread is used instead");
    options.threads = 1;
  }
  if (options.chunks == 0) {
    constexpr int each = 4;  // enough for loads to be evened out, few enough to stay large
    const int groups = options.message_groups;
    options.chunks = options.threads == 1 ? 1 : (each * options.threads + groups - 1) / groups;
  }
}

std::vector<int> settle_cores(const Setup& setup, const Communicator& node) {
  const int threads = setup.effective.options.threads;
  if (threads == 1) return {};
  return share_of_cores(node, threads);
}

}  // namespace taskfft
