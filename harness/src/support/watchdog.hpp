#pragma once
/// Ends the program when a case takes too long: a rank stuck inside a library can't be called back.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace fftbench {

class Watchdog {
 public:
  /// `on_timeout` runs on a thread of its own and must not return to the case: it says what it has
  /// to say and ends the process.
  explicit Watchdog(std::function<void()> on_timeout);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Gives the case at hand this many seconds from now.
  void arm(double seconds);
  void disarm();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();

  std::function<void()> on_timeout_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Clock::time_point> deadline_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace fftbench
