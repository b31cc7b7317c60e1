/// The median, its interval, and when to stop.

#include "measure/stopping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fftbench {
namespace {

/// 1, 2, ..., n: the values are their ranks.
std::vector<double> ranks(int n) {
  std::vector<double> samples;
  for (int rank = 1; rank <= n; ++rank) samples.push_back(rank);
  return samples;
}

TEST(Median, is_the_middle_or_the_mean_of_the_middle_two) {
  EXPECT_EQ(median(std::vector{3.0}), 3.0);
  EXPECT_EQ(median(std::vector{3.0, 1.0}), 2.0);
  EXPECT_EQ(median(std::vector{9.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median(std::vector{4.0, 1.0, 100.0, 2.0}), 3.0);
}

TEST(MedianInterval, needs_six_samples) {
  EXPECT_FALSE(median_interval({}));
  EXPECT_FALSE(median_interval(ranks(5)));
  EXPECT_TRUE(median_interval(ranks(6)));
}

/// floor((n - 1.96 sqrt n) / 2) and ceil(1 + (n + 1.96 sqrt n) / 2), worked out by hand.
TEST(MedianInterval, ranks_as_tabulated) {
  struct Row {
    int n;
    double lo, hi;
  };
  for (const Row& row : {Row{6, 1, 6}, Row{10, 1, 10}, Row{20, 5, 16}, Row{50, 18, 33},
                         Row{100, 40, 61}, Row{200, 86, 115}}) {
    const auto interval = median_interval(ranks(row.n));
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->lo, row.lo) << row.n;
    EXPECT_EQ(interval->hi, row.hi) << row.n;
  }
}

/// The number of samples below the median is binomial, whatever their distribution.
TEST(MedianInterval, holds_the_median_with_at_least_95_percent) {
  for (int n = 6; n <= 300; ++n) {
    const auto interval = median_interval(ranks(n));
    double chance = 0;
    for (auto below = static_cast<int>(interval->lo); below < static_cast<int>(interval->hi);
         ++below) {
      chance += std::exp(std::lgamma(n + 1.0) - std::lgamma(below + 1.0) -
                         std::lgamma(n - below + 1.0) - n * std::log(2.0));
    }
    EXPECT_GE(chance, 0.95) << n;
    EXPECT_LE(chance, 0.999) << n;
  }
}

TEST(MedianInterval, does_not_depend_on_the_order_and_holds_the_sample_median) {
  std::mt19937 random(1);
  for (int n = 6; n < 60; ++n) {
    std::vector<double> samples(static_cast<std::size_t>(n));
    for (double& sample : samples) sample = std::exponential_distribution(1.0)(random);
    const auto one = median_interval(samples);
    std::shuffle(samples.begin(), samples.end(), random);
    const auto other = median_interval(samples);
    EXPECT_EQ(one->lo, other->lo);
    EXPECT_EQ(one->hi, other->hi);
    EXPECT_LE(one->lo, median(samples));
    EXPECT_GE(one->hi, median(samples));
  }
}

/// Adds the same pair of times until the rule stops; how often, and why.
std::pair<int, Stop> repeated(const Limits& limits, double forward, double backward,
                              double each_seconds = 0.0) {
  StoppingRule rule(limits);
  for (int count = 1;; ++count) {
    if (const auto stop = rule.add(forward, backward, count * each_seconds)) return {count, *stop};
  }
}

TEST(StoppingRule, steady_times_stop_at_the_least_count) {
  EXPECT_EQ(repeated({10, 200, 0.05, 30.0}, 1.0, 2.0), std::pair(10, Stop::interval));
}

TEST(StoppingRule, without_an_interval_there_is_no_early_end) {
  EXPECT_EQ(repeated({1, 200, 0.05, 30.0}, 1.0, 2.0), std::pair(6, Stop::interval));
}

TEST(StoppingRule, the_count_ends_it) {
  EXPECT_EQ(repeated({1, 4, 0.05, 30.0}, 1.0, 2.0), std::pair(4, Stop::repetitions));
  EXPECT_EQ(repeated({1, 1, 0.05, 30.0}, 1.0, 2.0), std::pair(1, Stop::repetitions));
}

TEST(StoppingRule, time_ends_it_once_the_least_count_is_reached) {
  EXPECT_EQ(repeated({1, 200, 0.05, 3.0}, 1.0, 2.0, 1.0), std::pair(3, Stop::seconds));
  EXPECT_EQ(repeated({4, 200, 0.05, 3.0}, 1.0, 2.0, 1.0), std::pair(4, Stop::seconds));
  EXPECT_EQ(repeated({5, 200, 0.05, 0.5}, 1.0, 2.0, 1.0), std::pair(5, Stop::seconds));
}

TEST(StoppingRule, of_interval_and_time_the_interval_is_the_better_reason) {
  EXPECT_EQ(repeated({10, 200, 0.05, 3.0}, 1.0, 2.0, 1.0), std::pair(10, Stop::interval));
}

TEST(StoppingRule, the_noisier_direction_decides) {
  for (const bool noisy_backward : {false, true}) {
    StoppingRule rule({6, 50, 0.05, 30.0});
    int count = 0;
    std::optional<Stop> stop;
    while (!stop) {
      const double noisy = ++count % 2 == 0 ? 1.0 : 2.0;
      stop = noisy_backward ? rule.add(1.0, noisy, 0.0) : rule.add(noisy, 1.0, 0.0);
    }
    EXPECT_EQ(*stop, Stop::repetitions);
    EXPECT_EQ(count, 50);
  }
}

/// Whatever the times: it stops, never later than the count allows, and for the reason it tells.
TEST(StoppingRule, tells_the_true_reason) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const int least = std::uniform_int_distribution(1, 20)(random);
    const int most = least + std::uniform_int_distribution(0, 40)(random);
    const double seconds = std::uniform_real_distribution(0.1, 60.0)(random);
    const double spread = std::uniform_real_distribution(0.0, 1.0)(random);
    StoppingRule rule({least, most, 0.05, seconds});
    std::vector<double> forward, backward;
    double elapsed = 0;
    std::optional<Stop> stop;
    while (!stop) {
      forward.push_back(1.0 + spread * std::uniform_real_distribution()(random));
      backward.push_back(1.0);
      elapsed += forward.back() + backward.back();
      stop = rule.add(forward.back(), backward.back(), elapsed);
      ASSERT_LE(static_cast<int>(forward.size()), most);
    }
    const auto count = static_cast<int>(forward.size());
    if (*stop == Stop::repetitions) {
      EXPECT_EQ(count, most);
    }
    if (*stop == Stop::seconds) {
      EXPECT_GE(elapsed, seconds);
      EXPECT_GE(count, least);
    }
    if (*stop == Stop::interval) {
      const auto interval = median_interval(forward);
      EXPECT_GE(count, std::max(least, 6));
      EXPECT_LE(interval->hi - interval->lo, 0.05 * median(forward));
    }
  }
}

TEST(Stop, has_the_names_of_the_record) {
  EXPECT_EQ(name(Stop::interval), "interval");
  EXPECT_EQ(name(Stop::repetitions), "repetitions");
  EXPECT_EQ(name(Stop::seconds), "seconds");
}

}  // namespace
}  // namespace fftbench
