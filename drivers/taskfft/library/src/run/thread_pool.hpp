#pragma once
/// Threads that stay for the life of a plan.

#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "run/event_count.hpp"

namespace taskfft {

/// Threads that do a job together with the thread that calls run().
class ThreadPool {
 public:
  /// Starts workers - 1 threads; the one that calls run() is worker 0. `cores`: a core to bind each
  /// worker to, or none. The calling thread is never bound.
  ThreadPool(int workers, const std::vector<int>& cores);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Of threads that wait.
  Patience patience() const { return patience_; }
  int size() const { return static_cast<int>(threads_.size()) + 1; }
  /// Workers call the job, which must not throw, with their numbers. Returns when worker 0 and all
  /// others that have begun are done; a thread that the system has not run by then is not waited
  /// for.
  void run(const std::function<void(int)>& job);

 private:
  void work(int worker);
  void stop();
  bool join_run(std::uint64_t& last_run);

  const std::function<void(int)>* job_ = nullptr;
  Patience patience_;
  EventCount run_begins_;
  EventCount run_ends_;
  std::uint64_t runs_ = 0;
  std::atomic<std::uint64_t> run_state_;  ///< of the present run, in one word
  std::atomic<bool> stopping_{false};
  std::vector<std::jthread> threads_;
};

}  // namespace taskfft
