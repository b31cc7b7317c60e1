// Distribution, layouts and blocks: arithmetic only, so sizes may be as large as they like.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "engine/layouts.hpp"
#include "engine/routes.hpp"
#include "exchange/prepared_exchange.hpp"
#include "layout/chunks.hpp"

namespace taskfft {
namespace {

Problem problem_of(std::vector<Index> extents, Transform transform = Transform::c2c) {
  Problem problem;
  problem.extents = std::move(extents);
  problem.transform = transform;
  return problem;
}

TEST(Split, covers_the_range_in_order_and_evenly) {
  for (const Index size : {0, 1, 5, 12, 13, 100}) {
    for (const int parts : {1, 2, 3, 7, 12, 40}) {
      Index next = 3;
      for (int part = 0; part < parts; ++part) {
        const Range share = split({3, 3 + size}, parts, part);
        EXPECT_EQ(share.lo, next);
        EXPECT_GE(share.size(), size / parts);
        EXPECT_LE(share.size(), size / parts + 1);
        next = share.hi;
      }
      EXPECT_EQ(next, 3 + size);
    }
  }
}

TEST(Layouts, slab_of_complex_array) {
  const Geometry g = make_geometry(problem_of({10, 9, 8}), {3, 1}, 1);
  const Layouts l = make_layouts(g, Placement::out_of_place, Order::transposed);
  EXPECT_EQ(l.input.lo, (std::vector<Index>{4, 0, 0}));
  EXPECT_EQ(l.input.hi, (std::vector<Index>{7, 9, 8}));
  EXPECT_EQ(l.input.stride, (std::vector<Index>{72, 8, 1}));
  EXPECT_EQ(l.input.size, 3 * 9 * 8);
  EXPECT_EQ(l.output.lo, (std::vector<Index>{0, 3, 0}));
  EXPECT_EQ(l.output.hi, (std::vector<Index>{10, 6, 8}));
  EXPECT_EQ(l.output.stride, (std::vector<Index>{1, 10, 30}));
  EXPECT_EQ(l.output.size, 10 * 3 * 8);
}

TEST(Layouts, pencil_of_real_array_in_place_is_padded) {
  const Geometry g = make_geometry(problem_of({4, 6, 7}, Transform::r2c), {2, 3}, 5);
  const Layouts l = make_layouts(g, Placement::in_place, Order::transposed);
  EXPECT_EQ(l.input.lo, (std::vector<Index>{2, 4, 0}));
  EXPECT_EQ(l.input.hi, (std::vector<Index>{4, 6, 7}));
  EXPECT_EQ(l.input.stride, (std::vector<Index>{16, 8, 1}));
  EXPECT_EQ(l.output.lo, (std::vector<Index>{0, 3, 3}));
  EXPECT_EQ(l.output.hi, (std::vector<Index>{4, 6, 4}));
  EXPECT_EQ(l.output.stride, (std::vector<Index>{1, 4, 12}));
  // Input 2 * 2 * 8 reals, output 4 * 3 * 1 complex: 32 and 24 reals.
  EXPECT_EQ(l.input.size, 32);
  EXPECT_EQ(l.output.size, 16);
}

// Divided as the array above, but for the names of its axes.
TEST(Layouts, of_an_array_whose_first_axis_is_halved_are_in_its_order) {
  Problem problem = problem_of({7, 4, 6});
  problem.kinds = {Transform::r2c, Transform::c2c, Transform::c2c};
  const Geometry g = make_geometry(problem, {2, 3}, 5);
  const Layouts l = make_layouts(g, Placement::in_place, Order::transposed);
  EXPECT_EQ(l.input.lo, (std::vector<Index>{0, 2, 4}));
  EXPECT_EQ(l.input.hi, (std::vector<Index>{7, 4, 6}));
  EXPECT_EQ(l.input.stride, (std::vector<Index>{4, 2, 1}));
  EXPECT_EQ(l.input.size, 7 * 2 * 2);  // more than the spectrum's 1 * 4 * 3
  EXPECT_EQ(l.output.lo, (std::vector<Index>{3, 0, 3}));
  EXPECT_EQ(l.output.hi, (std::vector<Index>{4, 4, 6}));
  EXPECT_EQ(l.output.stride, (std::vector<Index>{12, 1, 4}));
  const Layouts natural = make_layouts(g, Placement::out_of_place, Order::natural);
  EXPECT_EQ(natural.output.hi, (std::vector<Index>{4, 4, 6}));
  EXPECT_EQ(natural.output.stride, (std::vector<Index>{4, 2, 1}));
}

TEST(Layouts, natural_order_keeps_the_distribution) {
  const Geometry g = make_geometry(problem_of({4, 6, 7}, Transform::r2c), {2, 3}, 5);
  const Layouts l = make_layouts(g, Placement::out_of_place, Order::natural);
  EXPECT_EQ(l.output.lo, l.input.lo);
  EXPECT_EQ(l.output.hi, (std::vector<Index>{4, 6, 4}));
  EXPECT_EQ(l.output.stride, (std::vector<Index>{8, 4, 1}));
  EXPECT_EQ(l.input.stride, (std::vector<Index>{14, 7, 1}));
}

TEST(Layouts, two_dimensions_and_empty_boxes) {
  const Geometry g = make_geometry(problem_of({2, 5}), {4, 1}, 3);
  const Layouts l = make_layouts(g, Placement::out_of_place, Order::transposed);
  EXPECT_EQ(l.input.size, 0);
  EXPECT_EQ(l.output.lo, (std::vector<Index>{0, 4}));
  EXPECT_EQ(l.output.hi, (std::vector<Index>{2, 5}));
  EXPECT_EQ(l.output.stride, (std::vector<Index>{1, 2}));
  const Layouts in_place = make_layouts(g, Placement::in_place, Order::transposed);
  EXPECT_EQ(in_place.input.size, in_place.output.size);
}

TEST(Layouts, bricks_of_real_array) {
  const Problem problem = problem_of({4, 7, 9}, Transform::r2c);
  const Geometry g = make_geometry(problem, {2, 2, 2}, 5);  // at (1, 0, 1)
  const Layouts l = make_layouts(g, Placement::in_place, Order::natural);
  EXPECT_EQ(l.input.lo, (std::vector<Index>{2, 0, 5}));
  EXPECT_EQ(l.input.hi, (std::vector<Index>{4, 4, 9}));
  EXPECT_EQ(l.input.stride, (std::vector<Index>{16, 4, 1}));
  EXPECT_EQ(l.output.lo, (std::vector<Index>{2, 0, 3}));
  EXPECT_EQ(l.output.hi, (std::vector<Index>{4, 4, 5}));
  // Input 2 * 4 * 4 reals, output 2 * 4 * 2 complex: as many.
  EXPECT_EQ(l.input.size, 32);
  EXPECT_EQ(l.output.size, 16);
}

TEST(Layouts, of_real_bricks_in_place_describe_the_same_bytes) {
  for (const auto& [extents, ranks] :
       {std::pair{std::vector<Index>{9, 3, 6}, 2}, {std::vector<Index>{29, 13, 10}, 4}}) {
    const Problem problem = problem_of(extents, Transform::r2c);
    for (int rank = 0; rank < ranks; ++rank) {
      const Geometry g = make_geometry(problem, {1, 1, ranks}, rank);
      for (const int fields : {1, 2}) {
        for (const Order order : {Order::transposed, Order::natural}) {
          const Layouts l = make_layouts(g, Placement::in_place, order, fields);
          EXPECT_EQ(l.input.size, 2 * l.output.size);
          EXPECT_EQ(l.input.field_stride, 2 * l.output.field_stride);
        }
      }
    }
  }
}

/// Which rank of all is number `peer` in a communicator of `rank`.
int world_rank(const Problem& problem, const Grid& grid, int rank, Comm comm, int peer) {
  const Geometry mine = make_geometry(problem, grid, rank);
  std::array<int, 2> coords = mine.coords;
  if (comm == Comm::depth) {
    coords[mine.folded] += peer - rank_in(mine, comm);
  } else {
    coords[comm == Comm::column ? 0 : 1] = peer;
  }
  int found = 0;
  while (make_geometry(problem, grid, found).coords != coords) ++found;
  return found;
}

/// Every block that leaves one rank arrives at its peer with the same box, and the blocks that
/// arrive fill the box of the stage.
void expect_blocks_to_match(const Problem& problem, const Grid& grid, int groups) {
  const int ranks = grid[0] * grid[1] * std::max(grid[2], 1);
  for (const bool backward : {false, true}) {
    std::vector<Decomposition> steps;
    std::vector<std::vector<ExchangeRoute>> routes;
    for (int rank = 0; rank < ranks; ++rank) {
      const Geometry g = make_geometry(problem, grid, rank);
      Decomposition d = forward_decomposition(g, Order::natural);
      if (backward) d = reversed(d);
      routes.push_back(make_exchanges(d, g, groups));
      steps.push_back(std::move(d));
    }
    for (int rank = 0; rank < ranks; ++rank) {
      for (std::size_t e = 0; e < routes[rank].size(); ++e) {
        const ExchangeRoute& mine = routes[rank][e];
        Index arriving = 0;
        for (const Block& block : mine.receive) arriving += block.box.volume();
        EXPECT_EQ(arriving, steps[rank].stages[mine.reader].source_box().volume());
        for (const Block& block : mine.send) {
          const int peer = world_rank(problem, grid, rank, mine.shape.comm, block.peer);
          const ExchangeRoute& theirs = routes[peer][e];
          const Block& arrived = theirs.received(block.group, mine.me);
          EXPECT_EQ(block.box.volume(), arrived.box.volume());
          if (block.box.volume() > 0) {
            EXPECT_EQ(block.box, arrived.box);
          }
        }
      }
    }
  }
}

TEST(Blocks, what_one_rank_sends_the_other_expects) {
  for (const int groups : {1, 3}) {
    expect_blocks_to_match(problem_of({7, 11, 13}), {2, 3}, groups);
    expect_blocks_to_match(problem_of({7, 11, 13}, Transform::r2c), {4, 1}, groups);
    expect_blocks_to_match(problem_of({2, 3, 1}), {3, 3}, groups);
    expect_blocks_to_match(problem_of({9, 4}, Transform::r2c), {6, 1}, groups);
    expect_blocks_to_match(problem_of({7, 11, 13}, Transform::r2c), {2, 2, 3}, groups);
    expect_blocks_to_match(problem_of({7, 11, 13}), {2, 1, 3}, groups);
    expect_blocks_to_match(problem_of({2, 3, 5}, Transform::r2c), {1, 1, 7}, groups);
    Problem truncated = problem_of({7, 11, 13}, Transform::r2c);
    truncated.kept = {2, 5, 4};
    for (const Grid& grid : {Grid{4, 1, 0}, Grid{2, 3, 0}, Grid{2, 1, 3}, Grid{1, 2, 3}}) {
      expect_blocks_to_match(truncated, grid, groups);
    }
  }
}

TEST(Blocks, of_truncated_spectra_have_what_is_kept_alone) {
  Problem problem = problem_of({12, 12, 12}, Transform::r2c);
  problem.kept = {4, 4, 4};
  const auto leaving = [&](const Grid& grid, std::size_t exchange) {
    Index elements = 0;
    for (int rank = 0; rank < grid[0] * grid[1]; ++rank) {
      const Geometry g = make_geometry(problem, grid, rank);
      const auto exchanges = make_exchanges(forward_decomposition(g, Order::natural), g, 1);
      for (const Block& block : exchanges.at(exchange).send) elements += block.box.volume();
    }
    return elements;
  };
  EXPECT_EQ(leaving({2, 1, 0}, 0), 12 * 7 * 4);
  EXPECT_EQ(leaving({2, 1, 0}, 1), 7 * 7 * 4);  // back to the natural order
  EXPECT_EQ(leaving({2, 2, 0}, 0), 12 * 12 * 4);
  EXPECT_EQ(leaving({2, 2, 0}, 1), 12 * 7 * 4);
  EXPECT_EQ(leaving({2, 2, 0}, 2), 7 * 7 * 4);
}

TEST(Blocks, lie_one_after_the_other_on_cache_lines) {
  const Geometry g = make_geometry(problem_of({7, 11, 13}), {2, 3}, 4);
  const Decomposition d = forward_decomposition(g, Order::transposed);
  for (const ExchangeRoute& e : make_exchanges(d, g, 2)) {
    Index end = 0;
    for (const Block& block : e.receive) {
      EXPECT_GE(block.offset, end);
      EXPECT_EQ(block.offset % 8, 0);
      end = block.offset + block.box.volume();
    }
    EXPECT_LE(end, e.receive_size);
    for (int group = 0; group < 2; ++group) {
      EXPECT_EQ(e.sent(group, e.me).offset, e.received(group, e.me).offset);
      EXPECT_EQ(e.sent(group, e.me).box, e.received(group, e.me).box);
    }
  }
}

TEST(Layouts, of_a_batch_have_every_field_on_a_cache_line) {
  const Geometry g = make_geometry(problem_of({5, 3, 7}, Transform::r2c), {1, 1}, 0);
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    const Layouts one = make_layouts(g, placement, Order::transposed);
    const Layouts three = make_layouts(g, placement, Order::transposed, 3);
    for (const auto& [single, batch, bytes] :
         {std::tuple{one.input, three.input, 4}, std::tuple{one.output, three.output, 8}}) {
      EXPECT_EQ(batch.field_stride * bytes % 64, 0);
      EXPECT_GE(batch.field_stride, single.size);
      EXPECT_EQ(batch.size, 2 * batch.field_stride + single.size);
      EXPECT_EQ(batch.stride, single.stride);
    }
    if (placement == Placement::in_place) {
      EXPECT_EQ(three.input.field_stride, 2 * three.output.field_stride);
    }
  }
}

std::tuple<Comm, int, int, bool> shape_of(const Route& route, std::size_t exchange) {
  const ExchangeShape& shape = route.exchanges[exchange].shape;
  return {shape.comm, shape.split, shape.whole, shape.reversed};
}

// MPI guarantees tags up to 32767.
TEST(Tags, tell_apart_what_is_under_way_together) {
  Problem problem = problem_of({64, 64, 64});
  problem.fields = 5;
  const BufferPointers nowhere;
  for (const Grid& grid : {Grid{4, 1, 0}, Grid{2, 2, 0}, Grid{2, 2, 2}}) {
    for (const Order order : {Order::transposed, Order::natural}) {
      constexpr int groups = 4096;
      const Options options{.grid = grid, .order = order, .message_groups = groups, .chunks = 1};
      const int ranks = grid[0] * grid[1] * std::max(grid[2], 1);
      const Route route =
          make_route(make_setup(problem, options, {.rank = 0, .ranks = ranks}), true);
      std::map<int, std::size_t> last;
      for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
        const PreparedExchange bound{route, e, nowhere, MPI_COMM_NULL, sizeof(double)};
        EXPECT_LE(bound.tag(groups - 1), 32767);
        const auto [before, first] = last.try_emplace(bound.tag(0), e);
        // The same blocks in the same buffers: one is through before the other begins.
        EXPECT_EQ(send_buffer(before->second), send_buffer(e));
        EXPECT_EQ(shape_of(route, before->second), shape_of(route, e));
        EXPECT_TRUE(first || e >= before->second + 2);
        before->second = e;
      }
    }
  }
}

TEST(Sizes, of_2048_cubed_on_one_and_two_ranks) {
  const Index cube = Index{2048} * 2048 * 2048;
  const Geometry one = make_geometry(problem_of({2048, 2048, 2048}), {1, 1}, 0);
  const Layouts l = make_layouts(one, Placement::in_place, Order::transposed);
  EXPECT_EQ(l.input.size, cube);
  EXPECT_EQ(l.output.stride, (std::vector<Index>{1, 2048, 2048 * 2048}));
  const Geometry two = make_geometry(problem_of({2048, 2048, 2048}), {2, 1}, 1);
  const auto exchanges = make_exchanges(forward_decomposition(two, Order::natural), two, 1);
  ASSERT_EQ(exchanges.size(), 2U);
  EXPECT_EQ(exchanges[0].receive_size, cube / 2);
  EXPECT_EQ(exchanges[0].send_size, cube / 4);
  EXPECT_EQ(largest_alltoallv_number(exchanges[0]), cube / 4);  // 2^31: one more than an int holds
}

TEST(Sizes, chunks_of_a_large_stage_are_whole) {
  const Geometry g = make_geometry(problem_of({4096, 4096, 4096}, Transform::r2c), {1, 1}, 0);
  const Decomposition d = forward_decomposition(g, Order::transposed);
  Index total = 0;
  for (const Chunk& chunk : stage_chunks(d.stages[0], 5, 3)) total += chunk.box.volume();
  EXPECT_EQ(total, Index{4096} * 4096 * 2049);
}

}  // namespace
}  // namespace taskfft
