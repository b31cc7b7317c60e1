#include "run/thread_pool.hpp"

#include <string>
#include <system_error>

#include "run/cores.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

// State of the gate: the number of a run, whether it is closed, and how many threads are inside.
constexpr std::uint64_t kInside = 0xffff;
constexpr std::uint64_t kClosed = kInside + 1;
constexpr std::uint64_t kRun = 2 * kClosed;

}  // namespace

ThreadPool::ThreadPool(int workers, const std::vector<int>& cores) : gate_(kClosed) {
  try {
    for (int worker = 1; worker < workers; ++worker) {
      threads_.emplace_back([this, worker] { serve(worker); });
      if (cores.empty()) continue;
      bind_to_core(threads_.back().native_handle(), cores[static_cast<std::size_t>(worker)]);
    }
  } catch (const std::system_error& error) {
    dismiss();
    throw ResourceError("the system starts no more than " + std::to_string(size()) + " of " +
                        std::to_string(workers) + " threads (" + error.what() +
                        "): ask for fewer threads per rank");
  }
}

ThreadPool::~ThreadPool() {
  dismiss();
}

void ThreadPool::dismiss() {
  leaving_ = true;
  begin_.ring();
}

void ThreadPool::run(const std::function<void(int)>& job) {
  job_ = &job;
  gate_ = ++runs_ * kRun;
  begin_.ring();
  job(0);
  gate_ |= kClosed;
  wait_until(end_, [this] { return (gate_ & kInside) == 0; });
}

/// Whether there is a run that this thread has not been in; then it is inside.
bool ThreadPool::enter(std::uint64_t& last_run) {
  std::uint64_t state = gate_;
  do {
    if ((state & kClosed) != 0 || state / kRun == last_run) return false;
  } while (!gate_.compare_exchange_weak(state, state + 1));
  last_run = state / kRun;
  return true;
}

void ThreadPool::serve(int worker) {
  std::uint64_t last_run = 0;
  for (;;) {
    bool entered = false;
    wait_until(begin_, [&] { return leaving_ || (entered = enter(last_run)); });
    if (!entered) return;
    (*job_)(worker);
    if (((--gate_) & kInside) == 0) end_.ring();
  }
}

}  // namespace taskfft
