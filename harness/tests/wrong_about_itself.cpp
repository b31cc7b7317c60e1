/// Right, but not done in the way that `effective()` tells.

#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>
#include <utility>

#include "liars.hpp"

namespace fftbench {
namespace {

/// Keeps the processor for so many seconds of its time, however many others want it.
void spin(double seconds) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double end = now() + seconds;
  while (now() < end) {
  }
}

constexpr double spell = 0.005;

/// Tells of the axes in the wrong order.
class AnotherGrid : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Effective effective() const override {
    Effective told = NaivePlan::effective();
    std::swap(told.grid[0], told.grid[1]);
    return told;
  }
};

/// Tells of twice as many ranks.
class LargerGrid : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Effective effective() const override {
    Effective told = NaivePlan::effective();
    told.grid[0] *= 2;
    return told;
  }
};

/// Tells of one thread and keeps two busy.
class SecretThread : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    std::thread helper(spin, spell);
    spin(spell);
    helper.join();
    NaivePlan::forward();
  }
};

/// The same with a thread that lives as long as the plan, on the last rank alone.
class SecretWorker : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  ~SecretWorker() override {
    stop_ = true;
    if (worker_.joinable()) worker_.join();
  }
  void commit(const Buffers& buffers) override {
    NaivePlan::commit(buffers);
    if (last_rank()) worker_ = std::thread([this] { work(); });
  }
  void forward() override {
    asked_ = true;
    spin(spell);
    while (last_rank() && asked_) std::this_thread::yield();
    NaivePlan::forward();
  }

 private:
  void work() {
    while (!stop_) {
      if (asked_.exchange(false)) spin(spell);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  std::atomic<bool> stop_ = false, asked_ = false;
  std::thread worker_;
};

/// Tells of two threads and keeps one busy: no lie that changes an answer or a time.
class IdleThread : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Effective effective() const override {
    Effective told = NaivePlan::effective();
    told.threads = 2;
    return told;
  }
  void forward() override {
    spin(spell);
    NaivePlan::forward();
  }
};

}  // namespace

Liars wrong_about_itself() {
  return {
      {"another grid", make<AnotherGrid>},   {"larger grid", make<LargerGrid>},
      {"secret thread", make<SecretThread>}, {"secret worker", make<SecretWorker>},
      {"idle thread", make<IdleThread>},
  };
}

}  // namespace fftbench
