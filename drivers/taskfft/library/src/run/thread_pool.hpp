#pragma once

#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "run/event_count.hpp"

namespace taskfft {

/// Threads that stay for as long as this object and do a job together with whoever calls.
class ThreadPool {
 public:
  /// Starts workers - 1 threads; the calling thread of run() is worker 0. `cores`: a core for each
  /// worker to be bound to, or none. The caller's thread is left as it is.
  ThreadPool(int workers, const std::vector<int>& cores);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }
  /// Workers call the job, which must not throw, with their numbers. Returns when worker 0 and all
  /// that have come meanwhile are done: one that the system has not let run by then is not waited
  /// for.
  void run(const std::function<void(int)>& job);

 private:
  void serve(int worker);
  void dismiss();

  bool enter(std::uint64_t& last_run);

  const std::function<void(int)>* job_ = nullptr;
  EventCount begin_;
  EventCount end_;
  std::uint64_t runs_ = 0;
  std::atomic<std::uint64_t> gate_;  ///< how the run at hand is entered and left
  std::atomic<bool> leaving_{false};
  std::vector<std::jthread> threads_;
};

}  // namespace taskfft
