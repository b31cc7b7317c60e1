#include "support/thread_pool.hpp"

#include <algorithm>
#include <fftbench/affinity.hpp>
#include <utility>

#include "support/thread_times.hpp"

namespace fftbench {
namespace {

/// Of each thread: few enough to cost nothing, and enough to leave some to others.
constexpr int parts_each = 4;

}  // namespace

int worthwhile_threads(std::size_t bytes, int threads) {
  constexpr std::size_t least = 256 * 1024;
  return static_cast<int>(
      std::clamp<std::size_t>(bytes / least, 1, static_cast<std::size_t>(std::max(threads, 1))));
}

ThreadPool::ThreadPool(int threads, const std::vector<int>& cpus)
    : taken_(static_cast<std::size_t>(threads < 2 ? 1 : threads * parts_each)) {
  for (int thread = 1; thread < threads; ++thread) {
    helpers_.emplace_back([this, cpus, thread] {
      if (!cpus.empty()) bind_to({cpus[static_cast<std::size_t>(thread) % cpus.size()]});
      help(thread);
    });
  }
  std::unique_lock lock(mutex_);
  left_.wait(lock, [&] { return ids_.size() == helpers_.size(); });
}

ThreadPool::~ThreadPool() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  begun_.notify_all();
}

void ThreadPool::run(const std::function<void(int, int)>& work) {
  {
    const std::lock_guard lock(mutex_);
    for (std::atomic<bool>& taken : taken_) taken = false;
    work_ = &work;
    ++generation_;
  }
  begun_.notify_all();
  take_parts(0);
  std::unique_lock lock(mutex_);
  left_.wait(lock, [&] { return inside_ == 0; });
  work_ = nullptr;  // who wakes up now has come too late
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::help(int thread) {
  std::unique_lock lock(mutex_);
  ids_.insert(this_thread());
  left_.notify_one();
  for (long seen = 0;;) {
    begun_.wait(lock, [&] { return ended_ || generation_ != seen; });
    if (ended_) return;
    seen = generation_;
    if (work_ == nullptr) continue;
    ++inside_;
    lock.unlock();
    const double before = cpu_seconds().thread;
    take_parts(thread);
    const double spent = cpu_seconds().thread - before;
    lock.lock();
    seconds_ += spent;
    if (--inside_ == 0) left_.notify_one();
  }
}

void ThreadPool::take_parts(int thread) {
  const int first = parts() / threads() * thread;
  for (int i = 0; i < parts(); ++i) {
    const int part = (first + i) % parts();
    if (taken_[static_cast<std::size_t>(part)].exchange(true)) continue;
    try {
      (*work_)(part, thread);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
}

}  // namespace fftbench
