#include "support/watchdog.hpp"

namespace fftbench {

Watchdog::Watchdog(std::function<void()> on_timeout)
    : on_timeout_(std::move(on_timeout)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::arm(double seconds) {
  {
    const std::lock_guard lock(mutex_);
    deadline_ = Clock::now() +
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  changed_.notify_one();
}

void Watchdog::disarm() {
  const std::lock_guard lock(mutex_);
  deadline_.reset();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (!deadline_) {
      changed_.wait(lock);
    } else if (Clock::now() < *deadline_) {
      changed_.wait_until(lock, *deadline_);
    } else {
      deadline_.reset();
      lock.unlock();
      on_timeout_();
      lock.lock();
    }
  }
}

}  // namespace fftbench
