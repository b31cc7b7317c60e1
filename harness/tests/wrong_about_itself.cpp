/// Right, but not done in the way that `effective()` tells.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

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

/// Keeps so many busy at once, which end with the transform, while the caller waits: for so long
/// that the system spreads them over its processors.
template <int number>
class SecretThreads : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    {
      std::vector<std::jthread> helpers;
      for (int i = 0; i < number; ++i) helpers.emplace_back(spin, 5 * spell);
    }
    NaivePlan::forward();
  }
};

/// A thread that spins whenever it is asked to, and else sleeps.
class Worker {
 public:
  void ask() {
    asked_ = true;
    asked_.notify_one();
  }
  void wait() { asked_.wait(true); }

 private:
  void work(const std::stop_token& stop) {
    const std::stop_callback wake(stop, [this] { ask(); });
    for (;;) {
      asked_.wait(false);
      if (stop.stop_requested()) return;
      spin(spell);
      asked_ = false;
      asked_.notify_one();
    }
  }

  std::atomic<bool> asked_ = false;
  std::jthread thread_{[this](const std::stop_token& stop) { work(stop); }};
};

/// The same as "secret thread" with a thread that lives as long as the plan, on the last rank
/// alone.
class SecretWorker : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void commit(const Buffers& buffers) override {
    NaivePlan::commit(buffers);
    if (last_rank()) worker_.emplace();
  }
  void forward() override {
    if (worker_) worker_->ask();
    spin(spell);
    if (worker_) worker_->wait();
    NaivePlan::forward();
  }

 private:
  std::optional<Worker> worker_;
};

/// The same with a thread that was there before MPI.
class EarlyWorker : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    worker_.ask();
    spin(spell);
    worker_.wait();
    NaivePlan::forward();
  }

 private:
  static inline Worker worker_;  ///< of the program, as what a Driver's constructor starts
};

/// Keeps two threads busy and tells so, however many it may use.
class MoreThreads : public SecretThread {
 public:
  using SecretThread::SecretThread;
  Effective effective() const override {
    Effective told = SecretThread::effective();
    told.threads = 2;
    return told;
  }
};

/// The same, and tells so on the first rank alone.
class ToldByOne : public SecretThread {
 public:
  using SecretThread::SecretThread;
  Effective effective() const override {
    Effective told = SecretThread::effective();
    told.threads = rank() == 0 ? 2 : 1;
    return told;
  }
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

/// In memory of its own: two arrays in place, or a single one out of place.
class Misplaced : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  std::optional<Buffers> own_buffers() override {
    const auto bytes = [](Index elements, std::size_t each) {
      return static_cast<std::size_t>(elements) * each;
    };
    one_.resize(std::max(bytes(input().size, problem().input_element_bytes()),
                         bytes(output().size, problem().output_element_bytes())));
    other_.resize(one_.size());
    const bool in_place = problem().placement == Placement::in_place;
    return Buffers{one_.data(), (in_place ? other_ : one_).data()};
  }

 private:
  std::vector<std::byte> one_, other_;
};

/// Plans on the last rank, whenever it is asked for something, and not where it is asked to plan.
class PlansWhenAsked : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Layout input() const override {
    plan();
    return NaivePlan::input();
  }
  std::optional<Buffers> own_buffers() override {
    plan();
    return std::nullopt;
  }
  double round_trip_scale() const override {
    plan();
    return NaivePlan::round_trip_scale();
  }
  Effective effective() const override {
    plan();
    return NaivePlan::effective();
  }
  std::function<void()> solver() override {
    plan();
    return {};
  }

 private:
  void plan() const {
    if (last_rank()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
};

}  // namespace

Liars wrong_about_itself() {
  return {
      {"another grid", make<AnotherGrid>},
      {"larger grid", make<LargerGrid>},
      {"secret thread", make<SecretThread>},
      {"four secret threads", make<SecretThreads<4>>},
      {"eight secret threads", make<SecretThreads<8>>},
      {"secret worker", make<SecretWorker>},
      {"early worker", make<EarlyWorker>},
      {"more threads", make<MoreThreads>},
      {"told by one", make<ToldByOne>},
      {"idle thread", make<IdleThread>},
      {"misplaced", make<Misplaced>},
      {"plans when asked", make<PlansWhenAsked>},
  };
}

}  // namespace fftbench
