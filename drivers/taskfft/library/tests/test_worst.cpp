// What compares with tolerances must not lose what is no number.
#include "worst.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace taskfft {
namespace {

TEST(Worst, is_the_largest_and_a_nan_before_all) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto worst_of = [](const std::vector<double>& deviations) {
    double worst = 0;
    for (const double deviation : deviations) testing_support::keep_worst(worst, deviation);
    return worst;
  };
  EXPECT_EQ(worst_of({1, 3, 2}), 3);
  EXPECT_TRUE(std::isnan(worst_of({nan, 1})));
  EXPECT_TRUE(std::isnan(worst_of({1, nan})));
  EXPECT_TRUE(std::isnan(worst_of({1, nan, 2})));
}

}  // namespace
}  // namespace taskfft
