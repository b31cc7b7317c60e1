#pragma once
/// When to stop repeating, and the interval that decides it.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fftbench {

struct Interval {
  double lo, hi;
};

/// The 95 % confidence interval of the median by order statistics, no distribution assumed; nothing
/// below six samples, where no such interval exists. Source: Hoefler & Belli, "Scientific
/// Benchmarking of Parallel Computing Systems" (SC'15), rule 5 and section 3.1.3.
std::optional<Interval> median_interval(std::span<const double> samples);

/// Median; the mean of the middle two for an even count. `samples` must not be empty.
double median(std::span<const double> samples);

struct Limits {
  int min_repetitions, max_repetitions;
  double relative_width;  ///< of the interval, as a fraction of the median
  double max_seconds;     ///< of the repeated loop, once it has had its least count
};

enum class Stop { interval, repetitions, seconds };
std::string_view name(Stop);

/// Decides after each repetition, from the times of both directions (maximum over ranks). The
/// interval only says when to stop: it takes the repetitions of a launch for independent, which
/// they are not, and knows nothing of what changes from launch to launch. How certain a time is,
/// launches tell.
class StoppingRule {
 public:
  explicit StoppingRule(const Limits& limits) : limits_(limits) {}

  /// Adds one repetition, `elapsed` seconds after the loop began; tells whether and why to stop.
  std::optional<Stop> add(double forward, double backward, double elapsed);

 private:
  bool narrow(std::span<const double> samples) const;

  Limits limits_;
  std::vector<double> forward_, backward_;
};

}  // namespace fftbench
