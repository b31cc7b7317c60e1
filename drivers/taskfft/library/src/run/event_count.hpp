#pragma once

#include <atomic>
#include <thread>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace taskfft {

/// Wakes threads that wait for something to have changed. A thread notes the count, looks whether
/// there is something to do and, if not, waits for the count to move on: no ring is missed.
class EventCount {
 public:
  int count() const { return rings_.load(std::memory_order_acquire); }
  void ring() {
    rings_.fetch_add(1, std::memory_order_acq_rel);
    rings_.notify_all();
  }
  void wait(int heard) const { rings_.wait(heard, std::memory_order_acquire); }

 private:
  std::atomic<int> rings_{0};
};

/// How long an idle thread has been waiting: it spins, so as to be quick; then offers its core to
/// others, so that more threads than cores still get on; then it may sleep.
class Backoff {
 public:
  void renew() { rounds_ = 0; }
  bool over() const { return rounds_ >= spins + yields; }
  void pass() {
    if (rounds_ >= spins) {
      std::this_thread::yield();
    } else {
#if defined(__SSE2__)
      _mm_pause();
#endif
    }
    if (!over()) ++rounds_;
  }

 private:
  static constexpr int spins = 500;  // some ten microseconds: what it takes to wake a thread
  static constexpr int yields = 20;
  int rounds_ = 0;
};

/// Returns once the condition holds; whoever makes it hold rings.
template <class Condition>
void wait_until(const EventCount& event, Condition condition) {
  Backoff backoff;
  for (;;) {
    const int heard = event.count();
    if (condition()) return;
    if (backoff.over()) {
      event.wait(heard);
    } else {
      backoff.pass();
    }
  }
}

}  // namespace taskfft
