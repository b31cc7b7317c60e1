#include "run/thread_pool.hpp"

#include <string>
#include <system_error>

#include "run/cores.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

// The state of a run: how many threads are in it, whether it is closed to others, and its number.
constexpr std::uint64_t kThreads = 0xffff;
constexpr std::uint64_t kClosed = kThreads + 1;
constexpr std::uint64_t kRun = 2 * kClosed;

}  // namespace

ThreadPool::ThreadPool(int workers, const std::vector<int>& cores)
    : patience_(cores.empty() ? Patience::little : Patience::much), run_state_(kClosed) {
  try {
    for (int worker = 1; worker < workers; ++worker) {
      threads_.emplace_back([this, worker] { work(worker); });
      const pthread_t thread = threads_.back().native_handle();
      if (cores.empty()) {
        let_run_anywhere(thread);
      } else {
        bind_to_core(thread, cores[static_cast<std::size_t>(worker)]);
      }
    }
  } catch (const std::system_error& error) {
    stop();
    throw ResourceError("the system starts no more than " + std::to_string(size()) + " of " +
                        std::to_string(workers) + " threads (" + error.what() +
                        "): ask for fewer threads per rank");
  }
}

ThreadPool::~ThreadPool() {
  stop();
}

void ThreadPool::stop() {
  stopping_ = true;
  run_begins_.notify();
}

void ThreadPool::run(const std::function<void(int)>& job) {
  job_ = &job;
  run_state_ = ++runs_ * kRun;
  run_begins_.notify();
  job(0);
  run_state_ |= kClosed;
  wait_until(run_ends_, patience_, [this] { return (run_state_ & kThreads) == 0; });
}

/// Joins the present run, unless it is closed or this thread has been in it; returns whether it has
/// joined.
bool ThreadPool::join_run(std::uint64_t& last_run) {
  std::uint64_t state = run_state_;
  do {
    if ((state & kClosed) != 0 || state / kRun == last_run) return false;
  } while (!run_state_.compare_exchange_weak(state, state + 1));
  last_run = state / kRun;
  return true;
}

void ThreadPool::work(int worker) {
  std::uint64_t last_run = 0;
  for (;;) {
    bool joined = false;
    wait_until(run_begins_, patience_, [&] { return stopping_ || (joined = join_run(last_run)); });
    if (!joined) return;
    (*job_)(worker);
    if (((--run_state_) & kThreads) == 0) run_ends_.notify();
  }
}

}  // namespace taskfft
