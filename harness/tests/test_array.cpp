/// What is done to all of an array, by one thread and by several.

#include "check/array.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "weighted_arrays.hpp"

namespace fftbench {
namespace {

/// Bit by bit: NaN is equal to itself, and what lies beside the elements counts, too.
void expect_same(const Filled& a, const Filled& b) {
  const std::size_t bytes = a.memory.size() * sizeof a.memory[0];
  EXPECT_EQ(std::memcmp(a.memory.data(), b.memory.data(), bytes), 0);
}

TEST(Array, is_the_same_by_any_number_of_threads) {
  for (const int helping : {1, 2, 7}) {
    ThreadPool threads(helping, {});
    for_each_array([&](const Problem& problem, const Layout& layout) {
      Filled alone(problem, layout), shared(problem, layout, &threads);
      const RandomRows other(problem, 8, layout.box);
      expect_same(alone, shared);
      alone.array.add(other, 0.5);
      shared.array.add(other, 0.5);
      expect_same(alone, shared);
      alone.array.scale(0.75);
      shared.array.scale(0.75);
      expect_same(alone, shared);
      alone.array.poison();
      shared.array.poison();
      expect_same(alone, shared);
    });
  }
}

TEST(Array, every_thread_sees_what_was_changed) {
  ThreadPool threads(3, {});
  for_each_array([&](const Problem& problem, const Layout& layout) {
    Filled shared(problem, layout, &threads);
    const RandomRows rows(problem, 5, layout.box);
    for_each_element(layout, [&](const Extents&, Index offset) {
      EXPECT_TRUE(shared.array.holds(rows));
      Complex value;
      shared.array.read_row(offset, 0, {&value, 1});
      const Complex other = value + 1.0;
      shared.array.write_row(offset, 0, {&other, 1});
      EXPECT_FALSE(shared.array.holds(rows));
      shared.array.write_row(offset, 0, {&value, 1});
    });
  });
}

TEST(Array, has_parts_of_whole_rows) {
  ThreadPool threads(3, {});
  const auto parts = [&](const Box& box) {
    return Array({box.hi}, false, Layout::row_major(box), nullptr, &threads).parts();
  };
  EXPECT_EQ(parts({{0, 0}, {5, 8}}), threads.parts());
  EXPECT_EQ(parts({{0, 0}, {1, 8}}), 1);
  EXPECT_EQ(parts({{0}, {8}}), 1);
}

}  // namespace
}  // namespace fftbench
