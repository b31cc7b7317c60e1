// Boxes are found without looking at each.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "boxes/box_search.hpp"
#include "dice.hpp"

namespace taskfft {
namespace {

using Found = std::vector<std::pair<std::size_t, Index>>;

Box random_box(testing_support::Dice& dice) {
  Box box;
  for (int axis = 0; axis < 3; ++axis) {
    const Index lo = dice.between(0, 40);
    box[axis] = {lo, lo + dice.between(0, axis == 0 ? 60 : 8)};
  }
  return box;
}

Found found(const BoxSearch& search, const Box& other) {
  Found all;
  search.for_each_common(other, [&](std::size_t place, const Box& common) {
    EXPECT_EQ(intersect(common, other), common);
    all.emplace_back(place, common.volume());
  });
  std::sort(all.begin(), all.end());
  return all;
}

TEST(BoxSearch, finds_what_looking_at_each_finds) {
  testing_support::Dice dice(5);
  std::size_t hits = 0;
  for (int count = 0; count < 60; ++count) {
    std::vector<Box> boxes;
    for (int k = 0; k < count; ++k) boxes.push_back(random_box(dice));
    const BoxSearch search(boxes);
    for (int query = 0; query < 20; ++query) {
      const Box other = random_box(dice);
      Found expected;
      for (std::size_t k = 0; k < boxes.size(); ++k) {
        const Index volume = intersect(boxes[k], other).volume();
        if (volume > 0) expected.emplace_back(k, volume);
      }
      EXPECT_EQ(found(search, other), expected);
      hits += expected.size();
    }
  }
  EXPECT_GT(hits, 500U);
}

}  // namespace
}  // namespace taskfft
