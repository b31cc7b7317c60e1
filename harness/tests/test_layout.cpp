/// Where elements lie in memory.

#include <gtest/gtest.h>

#include <fftbench/layout.hpp>
#include <utility>
#include <vector>

namespace fftbench {
namespace {

using Visited = std::vector<std::pair<std::vector<Index>, Index>>;

Visited visited(const Layout& layout) {
  Visited all;
  for_each_element(layout, [&](const Extents& index, Index offset) {
    all.push_back({{index.begin(), index.end()}, offset});
  });
  return all;
}

TEST(Layout, row_major_is_dense_with_the_last_axis_contiguous) {
  const Layout layout = Layout::row_major({{2, 3, 4}, {4, 6, 8}});
  EXPECT_EQ(layout.stride, (Extents{12, 4, 1}));
  EXPECT_EQ(layout.size, 24);
  EXPECT_EQ(layout.span(), 24);
  EXPECT_EQ(layout.offset({2, 3, 4}), 0);
  EXPECT_EQ(layout.offset({3, 4, 5}), 17);
}

TEST(Layout, ordered_names_the_slowest_axis_first) {
  const Box box{{0, 0, 0}, {2, 3, 4}};
  EXPECT_EQ(Layout::ordered(box, {0, 1, 2}).stride, Layout::row_major(box).stride);
  const Layout layout = Layout::ordered(box, {2, 0, 1});
  EXPECT_EQ(layout.stride, (Extents{3, 1, 6}));
  EXPECT_EQ(layout.span(), 24);
}

TEST(Layout, several_fields_lie_one_behind_the_other_or_side_by_side) {
  const Layout one = Layout::padded_rows({{0, 0}, {3, 5}}, 6);
  const Layout repeated = one.repeated(4);
  EXPECT_EQ(repeated.stride, one.stride);
  EXPECT_EQ(repeated.field_stride, 18);
  EXPECT_EQ(repeated.size, 72);
  EXPECT_EQ(repeated.span(4), 3 * 18 + one.span());
  const Layout interleaved = one.interleaved(4);
  EXPECT_EQ(interleaved.stride, (Extents{24, 4}));
  EXPECT_EQ(interleaved.field_stride, 1);
  EXPECT_EQ(interleaved.size, 72);
  EXPECT_EQ(interleaved.span(4), 4 * one.span());
  EXPECT_EQ(Layout::row_major({{2, 0}, {2, 5}}).repeated(4).span(4), 0);
}

TEST(Layout, padding_shows_in_span_and_size) {
  const Layout layout = Layout::padded_rows({{0, 0}, {3, 5}}, 6);
  EXPECT_EQ(layout.stride, (Extents{6, 1}));
  EXPECT_EQ(layout.size, 18);
  EXPECT_EQ(layout.span(), 17);
  EXPECT_EQ(layout.offset({2, 4}), 16);
}

TEST(Layout, a_single_row_is_padded_too) {
  const Layout layout = Layout::padded_rows({{0}, {5}}, 6);
  EXPECT_EQ(layout.stride, (Extents{1}));
  EXPECT_EQ(layout.size, 6);
}

TEST(Layout, an_empty_box_spans_nothing) {
  const Layout layout = Layout::row_major({{4, 0}, {4, 5}});
  EXPECT_EQ(layout.size, 0);
  EXPECT_EQ(layout.span(), 0);
  EXPECT_TRUE(visited(layout).empty());
  EXPECT_TRUE(visited(Layout::row_major({{0, 4}, {5, 2}})).empty());
}

TEST(Layout, elements_are_visited_in_axis_order_whatever_the_strides) {
  const Visited expected{{{1, 5}, 0}, {{1, 6}, 2}, {{1, 7}, 4},
                         {{2, 5}, 1}, {{2, 6}, 3}, {{2, 7}, 5}};
  EXPECT_EQ(visited(Layout::ordered({{1, 5}, {3, 8}}, {1, 0})), expected);
}

TEST(Layout, one_axis) {
  const Visited expected{{{3}, 0}, {{4}, 1}};
  EXPECT_EQ(visited(Layout::row_major({{3}, {5}})), expected);
}

TEST(RowAxis, is_the_one_closest_in_memory) {
  const Box box{{0, 0, 0}, {2, 3, 4}};
  EXPECT_EQ(row_axis(Layout::row_major(box)), 2u);
  EXPECT_EQ(row_axis(Layout::ordered(box, {2, 1, 0})), 0u);
  EXPECT_EQ(row_axis(Layout::ordered(box, {0, 2, 1})), 1u);
  EXPECT_EQ(row_axis(Layout::row_major({{0, 0, 0}, {2, 3, 1}})), 1u);
  EXPECT_EQ(row_axis(Layout::row_major({{0, 0, 0}, {1, 1, 1}})), 2u);
}

/// Nothing is allocated: only the arithmetic of sizes that no 32-bit number holds.
TEST(Layout, far_corner_of_2048_cubed) {
  const Box whole{{0, 0, 0}, {2048, 2048, 2048}};
  EXPECT_EQ(Layout::row_major(whole).span(), Index{1} << 33);
  EXPECT_EQ(Layout::row_major(whole).offset({2047, 2047, 2047}), (Index{1} << 33) - 1);
  EXPECT_EQ(Layout::ordered(whole, {2, 1, 0}).offset({0, 0, 2047}), Index{2047} << 22);
}

TEST(Layout, far_corner_of_padded_1291_cubed) {
  Layout layout = Layout::row_major({{0, 0, 0}, {1291, 1291, 1291}});
  layout.stride = {Index{1291} * 1292, 1292, 1};
  layout.size = Index{1291} * 1291 * 1292;
  EXPECT_EQ(layout.offset({1290, 1290, 1290}), 2153351850);
  EXPECT_EQ(layout.span(), layout.size - 1);
}

}  // namespace
}  // namespace fftbench
