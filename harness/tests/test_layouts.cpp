/// What a record says of the layouts of both ends.

#include "check/layouts.hpp"

#include <gtest/gtest.h>

namespace fftbench {
namespace {

const Problem c2c{.shape = {8, 6, 4}};
const Problem r2c{.shape = {8, 6, 4}, .transform = Transform::r2c};

/// Slabs of a shape, cut along an axis, in an order of axes.
std::vector<Layout> slabs(const Extents& shape, std::size_t axis, Index ranks,
                          std::initializer_list<std::size_t> order) {
  std::vector<Layout> parts;
  for (Index rank = 0; rank < ranks; ++rank) {
    Box box{Extents::filled(shape.size(), 0), shape};
    box.lo[axis] = std::min(shape[axis], (shape[axis] + ranks - 1) / ranks * rank);
    box.hi[axis] = std::min(shape[axis], (shape[axis] + ranks - 1) / ranks * (rank + 1));
    parts.push_back(Layout::ordered(box, order));
  }
  return parts;
}

TEST(ArrayLayout, tells_order_and_pieces) {
  const ArrayLayout rows = array_layout(slabs({8, 6, 4}, 0, 2, {0, 1, 2}));
  EXPECT_EQ(rows.order, Extents({0, 1, 2}));
  EXPECT_EQ(rows.pieces, Extents({2, 1, 1}));
  const ArrayLayout transposed = array_layout(slabs({8, 6, 4}, 1, 3, {1, 0, 2}));
  EXPECT_EQ(transposed.order, Extents({1, 0, 2}));
  EXPECT_EQ(transposed.pieces, Extents({1, 3, 1}));
}

TEST(ArrayLayout, padding_is_no_part_of_the_order) {
  const ArrayLayout padded = array_layout({Layout::padded_rows({{0, 0, 0}, {8, 6, 4}}, 6)});
  EXPECT_EQ(padded.order, Extents({0, 1, 2}));
}

TEST(ArrayLayout, tells_whether_fields_are_interleaved) {
  const Layout one = Layout::row_major({{0, 0, 0}, {8, 6, 4}});
  EXPECT_FALSE(array_layout({one}).interleaved);
  EXPECT_FALSE(array_layout({one.repeated(3)}).interleaved);
  EXPECT_FALSE(array_layout({one.interleaved(1)}).interleaved);
  EXPECT_TRUE(array_layout({one.interleaved(3)}).interleaved);
  EXPECT_EQ(array_layout({one.interleaved(3)}).order, Extents({0, 1, 2}));
}

TEST(ArrayLayout, axes_of_one_element_keep_their_place) {
  EXPECT_EQ(array_layout({Layout::row_major({{0, 0, 0}, {4, 1, 8}})}).order, Extents({0, 1, 2}));
  EXPECT_EQ(array_layout({Layout::row_major({{0, 0, 0}, {1, 1, 1}})}).order, Extents({0, 1, 2}));
  EXPECT_EQ(array_layout({Layout::ordered({{0, 0, 0}, {4, 8, 1}}, {2, 0, 1})}).order,
            Extents({2, 0, 1}));
  EXPECT_EQ(array_layout({Layout::row_major({{0}, {7}})}).order, Extents({0}));
}

/// Ranks that hold one plane, or nothing, do not contradict those that hold more.
TEST(ArrayLayout, thin_and_empty_ranks_say_nothing) {
  const ArrayLayout array = array_layout(slabs({5, 6, 4}, 0, 4, {1, 0, 2}));  // 2, 2, 1, 0 planes
  EXPECT_EQ(array.order, Extents({1, 0, 2}));
  EXPECT_EQ(array.pieces, Extents({3, 1, 1}));
}

TEST(ArrayLayout, has_no_order_where_ranks_differ) {
  std::vector<Layout> parts = slabs({8, 6, 4}, 0, 2, {0, 1, 2});
  parts[1] = Layout::ordered(parts[1].box, {0, 2, 1});
  EXPECT_FALSE(array_layout(parts).order);
  EXPECT_EQ(array_layout(parts).pieces, Extents({2, 1, 1}));
}

TEST(ArrayLayout, counts_the_pieces_of_pencils) {
  std::vector<Layout> parts;
  for (const Index i : {0, 1}) {
    for (const Index j : {0, 1, 2}) {
      parts.push_back(Layout::row_major({{4 * i, 2 * j, 0}, {4 * i + 4, 2 * j + 2, 4}}));
    }
  }
  EXPECT_EQ(array_layout(parts).pieces, Extents({2, 3, 1}));
}

TEST(Layouts, are_the_same_where_order_and_indices_are) {
  const auto rows = slabs({8, 6, 4}, 0, 2, {0, 1, 2});
  EXPECT_TRUE(layouts(rows, rows, c2c).same);
  EXPECT_FALSE(layouts(rows, slabs({8, 6, 4}, 0, 2, {1, 0, 2}), c2c).same);  // order
  EXPECT_FALSE(layouts(rows, slabs({8, 6, 4}, 1, 2, {0, 1, 2}), c2c).same);  // distribution
  EXPECT_FALSE(layouts(rows, {rows[1], rows[0]}, c2c).same);                 // whose
  const std::vector<Layout> one_order = {Layout::row_major({{0, 0, 0}, {8, 6, 4}})};
  EXPECT_TRUE(layouts(one_order, one_order, c2c).same);
}

TEST(Layouts, an_axis_that_r2c_halves_is_alike_where_it_is_whole) {
  const Extents half = r2c.spectrum_shape();
  EXPECT_TRUE(layouts(slabs({8, 6, 4}, 0, 2, {0, 1, 2}), slabs(half, 0, 2, {0, 1, 2}), r2c).same);
  EXPECT_FALSE(layouts(slabs({8, 6, 4}, 2, 2, {0, 1, 2}), slabs(half, 2, 2, {0, 1, 2}), r2c).same);
}

TEST(Layouts, differ_where_no_order_is_common_to_the_ranks) {
  auto mixed = slabs({8, 6, 4}, 0, 2, {0, 1, 2});
  mixed[1] = Layout::ordered(mixed[1].box, {0, 2, 1});
  EXPECT_FALSE(layouts(mixed, mixed, c2c).same);
}

}  // namespace
}  // namespace fftbench
