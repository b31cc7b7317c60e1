#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "bell.hpp"

namespace taskfft {

/// Threads that stay for as long as this object and do a job together with whoever calls.
class Crew {
 public:
  /// Starts workers - 1 threads; the calling thread of run() is worker 0. `cores`: a core for each
  /// worker to be bound to, or none. The caller's thread is left as it is.
  Crew(int workers, const std::vector<int>& cores);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }
  /// Every worker calls the job, which must not throw, with its number. Returns when all are done.
  void run(const std::function<void(int)>& job);

 private:
  void serve(int worker);
  void dismiss();

  const std::function<void(int)>* job_ = nullptr;  ///< none: leave
  Bell begin_;
  Bell end_;
  std::atomic<int> busy_{0};
  std::vector<std::jthread> threads_;
};

}  // namespace taskfft
