/// What a library tells of itself, held against what is seen.

#include "run/effective.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/thread_pool.hpp"
#include "support/thread_times.hpp"

namespace fftbench {
namespace {

bool possible(const Extents& grid, const Extents& pieces, const Extents& shape) {
  return !contradiction(grid, {std::nullopt, pieces}, shape);
}

TEST(Grid, is_that_of_the_pieces) {
  EXPECT_TRUE(possible({4, 1}, {4, 1, 1}, {8, 8, 8}));
  EXPECT_TRUE(possible({2, 3}, {2, 3, 1}, {8, 8, 8}));
  EXPECT_TRUE(possible({2, 2, 2}, {2, 2, 2}, {8, 8, 8}));
  EXPECT_FALSE(possible({4, 1}, {2, 2, 1}, {8, 8, 8}));
  EXPECT_FALSE(possible({1, 4}, {4, 1, 1}, {8, 8, 8}));
  EXPECT_FALSE(possible({8, 1}, {4, 1, 1}, {8, 8, 8}));
  EXPECT_FALSE(possible({2, 2}, {2, 1, 2}, {8, 8, 8}));
  EXPECT_FALSE(possible({0, 4}, {1, 4, 1}, {8, 8, 8}));
}

TEST(Grid, of_one_rank_suits_any_number_of_axes) {
  EXPECT_TRUE(possible({1, 1}, {1}, {64}));
  EXPECT_TRUE(possible({1, 1, 1}, {1, 1}, {8, 8}));
}

TEST(Grid, of_short_axes_is_in_fewer_pieces) {
  EXPECT_TRUE(possible({4, 1}, {3, 1, 1}, {3, 8, 8}));
  EXPECT_TRUE(possible({4, 1}, {1, 1}, {1, 8}));
  // 5 points over 4 ranks: 2, 2, 1 and nothing, or 2, 1, 1, 1.
  EXPECT_TRUE(possible({4, 1}, {3, 1, 1}, {5, 8, 8}));
  EXPECT_TRUE(possible({4, 1}, {4, 1, 1}, {5, 8, 8}));
  EXPECT_FALSE(possible({4, 1}, {2, 1, 1}, {5, 8, 8}));
  EXPECT_FALSE(possible({4, 1}, {2, 1, 1}, {3, 8, 8}));
}

TEST(Grid, that_is_wrong_is_named_with_what_is_seen) {
  EXPECT_EQ(contradiction({4, 1}, {std::nullopt, {2, 2, 1}}, {8, 8, 8}),
            "the library tells of the grid 4x1, but the input lies in 2x2x1 pieces");
}

TEST(ToldThreads, more_than_were_asked_for_are_named) {
  EXPECT_EQ(more_than_asked(2, 2), std::nullopt);
  EXPECT_EQ(more_than_asked(1, 2), std::nullopt);
  EXPECT_EQ(more_than_asked(4, 2), "the library tells of 4 threads a rank, of 2 that it may use");
}

TEST(BusyThreads, are_counted_by_their_shares) {
  EXPECT_EQ(busy_threads({1.0, {}, 0.0}), 1.0);
  EXPECT_EQ(busy_threads({1.0, {1.0}, 0.0}), 2.0);
  EXPECT_EQ(busy_threads({0.0, {2.0, 2.0}, 0.0}), 2.0);
  EXPECT_EQ(busy_threads({1.0, {0.0, 0.0}, 0.0}), 1.0);
  EXPECT_EQ(busy_threads({0.0, {}, 0.0}), 0.0);
}

TEST(BusyThreads, those_that_ended_are_at_least_one) {
  EXPECT_EQ(busy_threads({1.0, {}, 1.0}), 2.0);
  EXPECT_LT(busy_threads({1.0, {}, 3.0}), 4.0);
}

TEST(ThreadsAtOnce, are_told_by_the_clock) {
  EXPECT_EQ(threads_at_once({0.0, {}, 8.0, 1.0}), 8.0);  // joined, as the caller waits
  EXPECT_EQ(threads_at_once({0.5, {}, 0.5, 1.0}), 1.0);  // one after the other
  EXPECT_EQ(threads_at_once({1.0, {1.0}, 0.0, 1.0}), 2.0);
  EXPECT_EQ(threads_at_once({1.0, {3.0}, 0.0, 1.0}), 2.0);  // it spins between, too
  EXPECT_EQ(threads_at_once({1.0, {0.0, 0.0}, 0.0, 2.0}), 0.5);
  EXPECT_EQ(threads_at_once({1.0, {}, 8.0, 0.0}), 0.0);
}

/// Less than a half, which is what too_many_threads asks for.
TEST(BusyThreads, one_that_helps_a_little_is_not_a_thread_more) {
  EXPECT_LT(busy_threads({1.0, {0.2}, 0.0}), 1.5);
  EXPECT_LT(busy_threads({1.0, {1.0, 1.0, 1.0, 0.2}, 0.0}), 4.5);
  EXPECT_GT(busy_threads({1.0, {0.5}, 0.0}), 1.5);
  EXPECT_GT(busy_threads({1.0, {1.0, 1.0, 1.0, 0.5}, 0.0}), 4.5);
}

void spin(double seconds) {
  for (const double start = cpu_seconds().thread; cpu_seconds().thread < start + seconds;) {
  }
}

/// Helpers that compute between the transforms do not count as the library's.
TEST(ThreadMeter, leaves_out_those_that_work_between) {
  const std::set<int> strangers = threads();
  ThreadPool between(2, {});
  ThreadPool library(2, {});
  const ThreadMeter meter(strangers, between.ids());
  const auto busy = [](int, int) { spin(0.02); };
  const CpuSeconds start = cpu_seconds();
  library.run(busy);
  const CpuSeconds calls = cpu_seconds() - start;
  between.run(busy);
  EXPECT_EQ(meter.use(calls, 0.0).others.size(), 1u);
}

TEST(ThreadMeter, tells_how_many_worked_at_once_though_all_have_ended) {
  constexpr double each = 0.02;
  const ThreadMeter meter(threads());
  const CpuSeconds start = cpu_seconds();
  {
    std::vector<std::jthread> helpers;
    for (int i = 0; i < 4; ++i) helpers.emplace_back(spin, each);
  }
  // As long as it takes where each has a processor.
  const ThreadUse use = meter.use(cpu_seconds() - start, each);
  EXPECT_GE(threads_at_once(use), 4.0);
  EXPECT_LT(busy_threads(use), 1.5);
}

TEST(WorkingThreads, are_those_that_did_something) {
  EXPECT_EQ(working_threads({1.0, {}, 0.0}), 1);
  EXPECT_EQ(working_threads({1.0, {0.5, 0.2}, 0.0}), 3);
  EXPECT_EQ(working_threads({1.0, {0.01}, 0.0}), 1);
  EXPECT_EQ(working_threads({0.0, {1.0, 1.0}, 0.0}), 2);
  EXPECT_EQ(working_threads({1.0, {}, 0.5}), std::nullopt);
}

}  // namespace
}  // namespace fftbench
