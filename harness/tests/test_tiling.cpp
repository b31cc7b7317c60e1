/// Do the boxes of all ranks hold each element once?

#include "check/check.hpp"
#include "world.hpp"

namespace fftbench {
namespace {

/// This rank's part of n elements, cut evenly.
std::pair<Index, Index> part(Index n, int rank, int ranks) {
  return {n * rank / ranks, n * (rank + 1) / ranks};
}

Box slab(const Extents& shape, std::size_t axis) {
  Box box{Extents::filled(shape.size(), 0), shape};
  std::tie(box.lo[axis], box.hi[axis]) = part(shape[axis], world_rank(), world_size());
  return box;
}

/// Two axes cut, over a grid of {2, size / 2} ranks where that many there are.
Box pencil(const Extents& shape) {
  const int rows = world_size() % 2 == 0 ? 2 : 1;
  Box box{Extents::filled(shape.size(), 0), shape};
  std::tie(box.lo[0], box.hi[0]) = part(shape[0], world_rank() % rows, rows);
  std::tie(box.lo[1], box.hi[1]) = part(shape[1], world_rank() / rows, world_size() / rows);
  return box;
}

void expect_tiles(const Box& box, const Extents& shape) {
  EXPECT_NO_THROW(expect_tiling(Layout::row_major(box), shape, "input", MPI_COMM_WORLD))
      << box.text();
}

void expect_refused(const Layout& layout, const Extents& shape, const std::string& words) {
  expect_error([&] { expect_tiling(layout, shape, "output", MPI_COMM_WORLD); }, {"output", words});
}

TEST(Tiling, slabs_and_pencils_of_any_shape) {
  for (const Extents& shape : {Extents{7, 5, 3}, Extents{8, 8, 8}, Extents{13, 2}, Extents{4, 1}}) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis) expect_tiles(slab(shape, axis), shape);
    expect_tiles(pencil(shape), shape);
  }
  expect_tiles(slab({11}, 0), {11});
}

TEST(Tiling, several_fields_need_room_for_each) {
  const Extents shape{7, 5, 3};
  const Layout one = Layout::row_major(slab(shape, 1));
  const auto check = [&](const Layout& layout) {
    expect_tiling(layout, shape, "output", MPI_COMM_WORLD, 3);
  };
  EXPECT_NO_THROW(check(one.repeated(3)));
  EXPECT_NO_THROW(check(one.interleaved(3)));
  expect_error([&] { check(one.repeated(2)); }, {"output", "leaves the array or its memory"});
  Layout together = one.repeated(3);
  together.field_stride = 0;
  expect_error([&] { check(together); }, {"output", "fields in one place"});
}

TEST(Tiling, more_ranks_than_rows_leave_empty_boxes) {
  expect_tiles(slab({1, 6, 6}, 0), {1, 6, 6});
  Box all_on_the_last = slab({4, 4}, 0);
  all_on_the_last.lo[0] = last_rank() ? 0 : 4;
  all_on_the_last.hi[0] = 4;
  expect_tiles(all_on_the_last, {4, 4});
}

TEST(Tiling, an_empty_box_may_lie_anywhere) {
  const Box nowhere{{100, 100}, {100, 200}};
  expect_tiles(last_rank() ? Box{{0, 0}, {4, 4}} : nowhere, {4, 4});
}

TEST(Tiling, bricks_of_unequal_size) {
  // One rank holds an L-shaped rest only if there is but one: cut off a corner for each rank.
  if (world_size() != 3) GTEST_SKIP() << "made for 3 ranks";
  const std::array<Box, 3> bricks{Box{{0, 0}, {3, 5}}, Box{{3, 0}, {7, 2}}, Box{{3, 2}, {7, 5}}};
  expect_tiles(bricks[static_cast<std::size_t>(world_rank())], {7, 5});
}

/// No elements are visited: whole planes of an array that no memory holds are added up.
TEST(Tiling, of_a_huge_array_takes_no_time) {
  expect_tiles(slab({2048, 2048, 2048}, 0), {2048, 2048, 2048});
  expect_tiles(pencil({1291, 1291, 1291}), {1291, 1291, 1291});
}

TEST(Tiling, refuses_overlaps) {
  if (world_size() == 1) GTEST_SKIP() << "one box can't overlap";
  const Extents shape{8, 6};
  Box box = slab(shape, 0);
  if (world_rank() == 1) --box.lo[0];
  expect_refused(Layout::row_major(box), shape, "don't tile 8x6");
  expect_refused(Layout::row_major({{0, 0}, shape}), shape, "don't tile 8x6");
}

TEST(Tiling, refuses_gaps) {
  const Extents shape{8, 6};
  Box box = slab(shape, 0);
  if (last_rank()) --box.hi[0];
  expect_refused(Layout::row_major(box), shape, "don't tile");
  box.hi[0] = box.lo[0];
  expect_refused(Layout::row_major(box), shape, "don't tile");
}

/// As many elements as there should be, but one row twice and another never.
TEST(Tiling, refuses_an_overlap_that_makes_up_for_a_gap) {
  if (world_size() == 1) GTEST_SKIP() << "one box can't overlap";
  const Extents shape{16, 3};
  Box box = slab(shape, 0);
  if (world_rank() == 1) {
    --box.lo[0];
    --box.hi[0];
  }
  expect_refused(Layout::row_major(box), shape, "don't tile");
}

TEST(Tiling, refuses_what_leaves_the_array) {
  const Extents shape{8, 6};
  Box beyond = slab(shape, 1);
  if (last_rank()) ++beyond.hi[0];
  expect_refused(Layout::row_major(beyond), shape, "leaves the array");
  Box negative = slab(shape, 1);
  if (last_rank()) --negative.lo[0];
  expect_refused(Layout::row_major(negative), shape, "leaves the array");
}

TEST(Tiling, refuses_memory_that_is_too_small) {
  Layout layout = Layout::row_major(slab({8, 6}, 0));
  if (last_rank()) --layout.size;
  expect_refused(layout, {8, 6}, "or its memory");
  layout.size = -1;
  expect_refused(layout, {8, 6}, "or its memory");
}

TEST(Tiling, refuses_another_number_of_axes) {
  expect_refused(Layout::row_major(slab({8, 6}, 0)), {8, 6, 1}, "leaves the array");
  Layout strides = Layout::row_major(slab({8, 6}, 0));
  strides.stride = {1};
  expect_refused(strides, {8, 6}, "leaves the array");
}

}  // namespace
}  // namespace fftbench
