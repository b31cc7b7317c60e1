// Who of several is found to be the fastest, on a machine whose speed changes meanwhile.
#include <gtest/gtest.h>

#include <vector>

#include "engine/fastest.hpp"

namespace taskfft {
namespace {

/// Of trials that take such seconds: one list for each competitor, a turn after the other.
struct Trials {
  std::vector<std::vector<double>> seconds;
  std::vector<std::size_t> order = {};  ///< whose trials they were

  std::size_t fastest() {
    std::vector<std::size_t> turns(seconds.size());
    return fastest_by_turns(seconds.size(), [&](std::size_t k, double) {
      order.push_back(k);
      return seconds[k][turns[k]++];
    });
  }
};

using Order = std::vector<std::size_t>;

TEST(Fastest, competitors_take_turns) {
  Trials trials{{{0.005, 0.005, 0.005}, {0.0045, 0.0045, 0.0045}}};
  EXPECT_EQ(trials.fastest(), 1U);
  EXPECT_EQ(trials.order, (Order{0, 1, 0, 1, 0, 1}));
}

TEST(Fastest, a_slow_moment_of_the_machine_decides_nothing) {
  Trials trials{{{0.005, 0.004, 0.005}, {0.0045, 0.006, 0.006}}};
  EXPECT_EQ(trials.fastest(), 0U);
}

TEST(Fastest, who_is_clearly_slower_has_no_other_turn) {
  Trials trials{{{0.004, 0.004, 0.004}, {0.006}, {0.0045, 0.0045, 0.0045}}};
  EXPECT_EQ(trials.fastest(), 0U);
  EXPECT_EQ(trials.order, (Order{0, 1, 2, 0, 2, 0, 2}));
}

TEST(Fastest, long_trials_are_made_twice) {
  Trials trials{{{2.0, 2.1}, {1.9, 2.2}}};
  EXPECT_EQ(trials.fastest(), 1U);
  EXPECT_EQ(trials.order, (Order{0, 1, 0, 1}));
}

TEST(Fastest, of_equals_the_first) {
  Trials trials{{{1.0, 1.0}, {1.0, 1.0}}};
  EXPECT_EQ(trials.fastest(), 0U);
}

}  // namespace
}  // namespace taskfft
