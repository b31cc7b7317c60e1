#include "common/counts.hpp"

#include <gtest/gtest.h>

#include "common/fftw/transpose.hpp"

namespace {

using namespace fftbench;

TEST(Counts, the_largest_share_is_rounded_up) {
  EXPECT_EQ(share(8, 4), 2);
  EXPECT_EQ(share(9, 4), 3);
  EXPECT_EQ(share(3, 4), 1);
}

TEST(Counts, an_axis_that_int_does_not_count_is_refused) {
  EXPECT_TRUE(axes_in_int({2147483647, 1, 1}, "Nimble"));
  const Support support = axes_in_int({1, 2147483648, 1}, "Nimble");
  ASSERT_FALSE(support);
  EXPECT_EQ(support.reason(), "Nimble counts the points of an axis in int");
}

TEST(Transposes, count_what_a_rank_sends_another) {
  EXPECT_EQ(fftw::largest_count(8, 4, 10, 2), 4 * 2 * 10);
  EXPECT_EQ(fftw::largest_count(8, 4, 10, 1), 0);
}

TEST(Transposes, of_unequal_blocks_count_where_the_last_one_begins) {
  EXPECT_EQ(fftw::largest_count(9, 6, 10, 3), 3 * 2 * 10);
  EXPECT_EQ(fftw::largest_count(8, 6, 10, 3), 2 * 3 * 2 * 10);
}

}  // namespace
