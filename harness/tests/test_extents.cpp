/// Sizes and boxes, in 64 bits.

#include <gtest/gtest.h>

#include <fftbench/extents.hpp>
#include <stdexcept>

namespace fftbench {
namespace {

TEST(Extents, are_a_small_container) {
  Extents extents{4, 5};
  extents.push_back(6);
  EXPECT_EQ(extents.size(), 3u);
  EXPECT_EQ(extents[1], 5);
  EXPECT_EQ(extents.back(), 6);
  EXPECT_EQ(Extents::filled(2, 7), (Extents{7, 7}));
  EXPECT_FALSE(Extents{4} == (Extents{4, 4}));
  EXPECT_FALSE((Extents{4, 4}) == Extents{4});
}

TEST(Extents, refuse_a_fourth_axis) {
  Extents extents{1, 2, 3};
  EXPECT_THROW(extents.push_back(4), std::length_error);
  EXPECT_THROW((Extents{1, 2, 3, 4}), std::length_error);
  EXPECT_THROW(Extents::filled(4, 1), std::length_error);
}

TEST(Extents, volumes_exceed_32_bits) {
  EXPECT_EQ((Extents{1291, 1291, 1291}).volume(), 2151685171);
  EXPECT_EQ((Extents{2048, 2048, 2048}).volume(), Index{1} << 33);
  EXPECT_EQ((Extents{2147483647, 2147483647}).volume(), 4611686014132420609);
  EXPECT_EQ(Extents{}.volume(), 1);
  EXPECT_EQ((Extents{5, 0, 7}).volume(), 0);
}

TEST(Extents, a_volume_beyond_64_bits_throws) {
  const Extents huge{2147483647, 2147483647, 2147483647};
  try {
    static_cast<void>(huge.volume());
    FAIL() << "no overflow seen";
  } catch (const std::overflow_error& error) {
    EXPECT_NE(std::string(error.what()).find(huge.text()), std::string::npos) << error.what();
  }
}

TEST(Extents, text_is_as_in_the_summary) {
  EXPECT_EQ((Extents{256, 128, 64}).text(), "256x128x64");
  EXPECT_EQ(Extents{7}.text(), "7");
  EXPECT_EQ(Extents{}.text(), "");
}

TEST(Box, volume_and_contents) {
  const Box box{{0, 2, 4}, {3, 4, 9}};
  EXPECT_EQ(box.volume(), 30);
  EXPECT_EQ(box.extent(2), 5);
  EXPECT_TRUE(box.contains({2, 3, 8}));
  EXPECT_TRUE(box.contains({0, 2, 4}));
  EXPECT_FALSE(box.contains({3, 3, 8}));
  EXPECT_FALSE(box.contains({2, 1, 8}));
  EXPECT_EQ(box.text(), "[0,3)x[2,4)x[4,9)");
}

TEST(Box, is_empty_where_any_range_is) {
  EXPECT_EQ((Box{{4, 0}, {4, 5}}).volume(), 0);
  EXPECT_EQ((Box{{4, 0}, {2, 5}}).volume(), 0);
  EXPECT_EQ((Box{{4, 0}, {2, -5}}).volume(), 0);
  EXPECT_FALSE((Box{{4, 0}, {4, 5}}).contains({4, 0}));
}

}  // namespace
}  // namespace fftbench
