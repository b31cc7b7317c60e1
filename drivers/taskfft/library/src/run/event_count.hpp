#pragma once
/// How idle threads wait: an event count to sleep on, and a backoff before they do.

#include <atomic>
#include <thread>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace taskfft {

/// Wakes threads that wait for a change. A thread takes a key, looks whether there is something to
/// do and, if not, waits with the key: a notification in between ends the wait at once.
class EventCount {
 public:
  using Key = int;
  Key prepare_wait() const { return count_.load(std::memory_order_acquire); }
  void wait(Key key) const { count_.wait(key, std::memory_order_acquire); }
  void notify() {
    count_.fetch_add(1, std::memory_order_acq_rel);
    count_.notify_all();
  }

 private:
  std::atomic<int> count_{0};
};

/// How long an idle thread stays awake.
enum class Patience {
  little,  ///< where others may need its core: about as long as it takes to wake a thread
  much,  ///< on a core of its own: a millisecond, as a thread that is woken late misses short runs
};

/// The steps of an idle thread: it spins, which is the quickest; then it yields its core, so that
/// more threads than cores make progress; then it may sleep.
class Backoff {
 public:
  explicit Backoff(Patience patience = Patience::little)
      : yields_(patience == Patience::much ? 2000 : 20) {}
  void reset() { rounds_ = 0; }
  bool spins() const { return rounds_ < kSpins; }
  bool may_sleep() const { return rounds_ >= kSpins + yields_; }
  void step() {
    if (!spins()) {
      std::this_thread::yield();
    } else {
#if defined(__SSE2__)
      _mm_pause();
#endif
    }
    if (!may_sleep()) ++rounds_;
  }

 private:
  static constexpr int kSpins = 500;  // some ten microseconds
  int yields_;                        // of about half a microsecond where nobody else has work
  int rounds_ = 0;
};

/// Returns once the condition holds. Whoever makes it hold notifies.
template <class Condition>
void wait_until(const EventCount& event, Patience patience, Condition condition) {
  Backoff backoff(patience);
  for (;;) {
    const EventCount::Key key = event.prepare_wait();
    if (condition()) return;
    if (backoff.may_sleep()) {
      event.wait(key);
    } else {
      backoff.step();
    }
  }
}

}  // namespace taskfft
