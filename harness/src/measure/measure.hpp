#pragma once
/// The timed loop: synchronise, time one direction, and nothing of the harness in between.

#include <array>
#include <cstdint>
#include <fftbench/device.hpp>
#include <fftbench/driver.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "measure/stopping.hpp"
#include "measure/synchronise.hpp"
#include "support/clock.hpp"
#include "support/collective.hpp"
#include "support/over_ranks.hpp"
#include "support/thread_times.hpp"

namespace fftbench {

/// One direction over all ranks, an entry per repetition, in seconds. Filled on rank 0 only.
struct Samples {
  std::vector<double> max, median, min;
  std::vector<int> slowest_rank;
  std::vector<double> warmup;              ///< maximum over ranks
  std::vector<std::vector<double>> ranks;  ///< [repetition][rank], where asked for
};

/// What is timed of a repetition: transforms by themselves, each begun by all ranks together; or a
/// workload as a whole, begun together, and its parts in it, on each rank by itself.
enum class Part { forward, backward, pointwise, whole };

/// Seconds on one rank, by part.
struct Times {
  std::array<double, 4> seconds{};

  double& operator[](Part part) { return seconds[static_cast<std::size_t>(part)]; }
  double operator[](Part part) const { return seconds[static_cast<std::size_t>(part)]; }
};

struct Timed {
  Samples forward, backward;
  Samples pointwise, whole;  ///< of a workload
  const Samples& of(Part part) const;
  Samples& of(Part part);
  Stop stopped_by = Stop::repetitions;
  int round_trips = 0;  ///< warm-up included
  /// The cycle of turns that each repetition belongs to; empty where the program was alone. Rank 0
  /// only.
  std::vector<std::int64_t> cycles;
  /// Of each repetition, how far the node's processors were from each other when its turn began, in
  /// seconds (CoreToCore); empty where there was one. Rank 0 only.
  std::vector<double> core_to_core;
  double between_seconds = 0.0;  ///< that what is done between the transforms took on this rank
};

/// Times single calls on this rank. Collective.
class Timer {
 public:
  Timer(Agreement& ranks, Clock& clock) : ranks_(ranks), clock_(clock) {}

  /// From now on calls give work to this device, null for none: it has nothing left to do when a
  /// call begins, and its time ends when the device is done.
  void watch(DeviceSpace* device) { device_ = device; }
  DeviceSpace* device() const { return device_; }
  /// Waits until the device is done.
  void finish() const {
    if (device_) device_->synchronise();
  }

  /// Seconds that `call` took here, after all ranks have come together. Where it throws on any
  /// rank, throws on all.
  template <class Call>
  double time(const char* name, Call&& call) {
    double seconds = 0.0;
    ranks_.collectively(name, [&] {
      finish();
      synchronise(ranks_.comm());
      const CpuSeconds before = cpu_seconds();
      const double start = clock_.now();
      call();
      finish();
      seconds = clock_.now() - start;
      spent_ += seconds;
      cpu_ += cpu_seconds() - before;
    });
    return seconds;
  }

  /// The same, maximum over ranks.
  template <class Call>
  double time_max(const char* name, Call&& call) {
    return most_of_ranks(time(name, std::forward<Call>(call)), ranks_.comm());
  }

  Agreement& ranks() { return ranks_; }
  Clock& clock() { return clock_; }
  /// What this thread and this process took inside of all calls so far.
  const CpuSeconds& cpu() const { return cpu_; }
  /// Seconds inside of all calls so far, on this rank.
  double spent() const { return spent_; }

 private:
  Agreement& ranks_;
  Clock& clock_;
  DeviceSpace* device_ = nullptr;
  CpuSeconds cpu_;
  double spent_ = 0.0;
};

/// What is done untimed in each repetition, on all ranks: changing the data, looking at results,
/// and scaling them so that data neither grow nor vanish.
struct Between {
  std::function<void()> before_forward = [] {};
  std::function<void()> after_forward = [] {};
  std::function<void()> after_backward = [] {};
};

/// Lets other programs have their turns; returns the cycle of the next one. Collective.
using NextTurn = std::function<std::int64_t()>;

/// How far processors are from each other; nothing where nobody can tell. Collective.
using Distance = std::function<std::optional<double>()>;

/// Work that is repeated, and what is timed of it.
struct Repeated {
  std::vector<Part> parts;
  std::function<Times(Timed&)> once;
};

/// Forward and backward alternately, each timed alone.
Repeated transforms(Plan& plan, const Between& between, Timer& timer);

/// Repeats the work until rank 0's stopping rule is satisfied. Where there are turns, each begins
/// with a repetition that is not timed, since others have filled the caches; then as many as take
/// `turn_seconds`, at least one, but no more than a tenth of the fewest: ten turns shall see what
/// the machine does meanwhile. `distance` is asked when a turn begins; once where there are none.
Timed measure(const Repeated& work, int warmup, const Limits& limits, bool all_samples,
              Timer& timer, const NextTurn& next_turn = {}, const Distance& distance = {});

inline constexpr double turn_seconds = 0.02;

}  // namespace fftbench
