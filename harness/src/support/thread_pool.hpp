#pragma once
/// Threads that are there before work is timed, and sleep when there is none.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace fftbench {

/// As many threads as have so much to do each with these bytes that waking them is worth it; at
/// most `threads`, and at least one.
int worthwhile_threads(std::size_t bytes, int threads);

/// Shares work among the caller and helpers. Each begins with parts of its own, always the same
/// ones, whose memory is close to it, and then takes those that nobody has begun: whoever gets no
/// processor, because the library's threads still wait there for more to do, holds up nobody.
class ThreadPool {
 public:
  /// The calling thread, and `threads` - 1 helpers, the helper i bound to the i-th of `cpus`, which
  /// are taken in turn; not bound where there are none.
  ThreadPool(int threads, const std::vector<int>& cpus);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }
  /// Into how many parts work is cut.
  int parts() const { return static_cast<int>(taken_.size()); }
  /// Calls work(part, thread) once for each part; of the threads the caller is number 0. Throws
  /// what `work` has thrown first, when all parts are done.
  void run(const std::function<void(int part, int thread)>& work);
  /// Of the processor, that the helpers took of all work so far.
  double seconds() const { return seconds_; }
  /// The ids of the helpers.
  const std::set<int>& ids() const { return ids_; }

 private:
  void help(int thread);
  void take_parts(int thread);

  std::vector<std::atomic<bool>> taken_;
  const std::function<void(int, int)>* work_ = nullptr;
  std::exception_ptr failure_;
  std::set<int> ids_;
  std::mutex mutex_;
  std::condition_variable begun_, left_;
  long generation_ = 0;  ///< of work
  int inside_ = 0;       ///< helpers that take parts
  double seconds_ = 0.0;
  bool ended_ = false;
  std::vector<std::jthread> helpers_;
};

}  // namespace fftbench
