// Where blocks lie in the buffers of an exchange: what is sent has no gaps to speak of, the ranks
// of a node find each other's blocks, and what stays in an array has no room.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/routes.hpp"

namespace taskfft {
namespace {

int ranks_of(const Grid& grid) {
  return grid[0] * grid[1] * std::max(grid[2], 1);
}

/// Of a rank in natural order, where each node has so many ranks.
Setup setup_of(const Problem& problem, const Grid& grid, Exchange exchange, int rank, int on_node,
               int groups = 1) {
  const Options options{
      .grid = grid, .exchange = exchange, .order = Order::natural, .message_groups = groups};
  const int ranks = ranks_of(grid), first = rank / on_node * on_node;
  Facts facts{
      .rank = rank, .ranks = ranks, .ranks_per_node = on_node, .thread_level = MPI_THREAD_FUNNELED};
  facts.node_ranks.resize(static_cast<std::size_t>(std::min(on_node, ranks - first)));
  std::iota(facts.node_ranks.begin(), facts.node_ranks.end(), first);
  return make_setup(problem, options, facts);
}

std::vector<ExchangeRoute> exchanges_of(const Problem& problem, const Grid& grid, Exchange exchange,
                                        int rank, int on_node, int groups = 1) {
  const Setup setup = setup_of(problem, grid, exchange, rank, on_node, groups);
  EXPECT_EQ(setup.options.exchange, exchange);
  return make_route(setup, true).exchanges;
}

/// What leaves a rank in messages, with its gaps.
struct Sent {
  Index elements = 0;
  Index with_gaps = 0;
};

Sent sent_by(const std::vector<ExchangeRoute>& exchanges) {
  Sent sent;
  for (const ExchangeRoute& exchange : exchanges) {
    for (const Block& block : exchange.send) {
      if (block.peer == exchange.me || exchange.near(block.peer)) continue;
      sent.elements += block.box.volume();
      sent.with_gaps += block_size(exchange.shape, block);
    }
  }
  return sent;
}

TEST(BlocksInNaturalOrder, of_many_ranks_are_sent_without_gaps) {
  for (const Exchange exchange : {Exchange::p2p, Exchange::shared}) {
    for (const Index length : {512, 500, 180}) {
      const Sent sent = sent_by(
          exchanges_of({.extents = {length, length, length}}, {64, 64, 0}, exchange, 70, 8));
      EXPECT_GT(sent.elements, 0);
      EXPECT_EQ(sent.with_gaps, sent.elements) << length;
    }
  }
}

TEST(BlocksInNaturalOrder, of_few_ranks_are_sent_with_gaps_of_a_64th_at_most) {
  const Sent sent =
      sent_by(exchanges_of({.extents = {64, 64, 64}}, {2, 1, 0}, Exchange::p2p, 0, 1));
  EXPECT_EQ(sent.elements, 2 * 32 * 32 * 64);
  EXPECT_EQ(sent.with_gaps, 2 * 32 * (32 * 64 + 16));
}

/// Elements of the smallest and of the largest message.
std::pair<Index, Index> sizes_of(const ExchangeRoute& exchange) {
  std::pair<Index, Index> sizes{std::numeric_limits<Index>::max(), 0};
  for (const Block& block : exchange.send) {
    if (block.peer == exchange.me) continue;
    sizes.first = std::min(sizes.first, block.box.volume());
    sizes.second = std::max(sizes.second, block.box.volume());
  }
  return sizes;
}

TEST(Blocks, of_all_message_groups_have_one_size_be_they_of_planes_or_across) {
  // By the last axis where lines are contiguous in the spectrum.
  using Way = std::tuple<Order, Transform, int>;
  for (const auto& [order, transform, across] : {Way{Order::transposed, Transform::dct2, 2},
                                                 {Order::transposed, Transform::c2c, 1},
                                                 {Order::natural, Transform::c2c, 1}}) {
    for (const bool forward : {true, false}) {
      const Problem problem{.extents = {256, 256, 256}, .transform = transform};
      const Options options{.grid = {2, 1, 0}, .order = order, .message_groups = 64};
      const auto setup = make_setup(problem, options, {.rank = 1, .ranks = 2, .ranks_per_node = 1});
      for (const ExchangeRoute& exchange : make_route(setup, forward).exchanges) {
        EXPECT_EQ(exchange.shape.across_axis, across);
        constexpr Index one = 256 * 256 * 256 / 2 / 2 / 64;
        EXPECT_EQ(sizes_of(exchange), std::pair(one, one));
      }
    }
  }
}

TEST(Blocks, of_neighbours_are_read_where_they_are_written) {
  for (const Grid& grid : {Grid{4, 1, 0}, Grid{3, 2, 0}, Grid{1, 5, 0}, Grid{2, 2, 2}}) {
    const Problem problem{.extents = {13, 30, 37}};
    std::vector<std::vector<ExchangeRoute>> of_ranks;
    for (int rank = 0; rank < ranks_of(grid); ++rank) {
      of_ranks.push_back(exchanges_of(problem, grid, Exchange::shared, rank, 3, 2));
    }
    for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
      for (std::size_t e = 0; e < of_ranks[rank].size(); ++e) {
        const ExchangeRoute& mine = of_ranks[rank][e];
        for (const Block& block : mine.receive) {
          const auto peer =
              static_cast<std::size_t>(mine.peers[static_cast<std::size_t>(block.peer)]);
          const Block& theirs = of_ranks[peer][e].sent(block.group, mine.me);
          EXPECT_EQ(theirs.box, block.box);
          EXPECT_EQ(block_strides(mine.shape, theirs), block_strides(mine.shape, block));
          if (block.owner == kNobody || mine.lies_in_array(block)) continue;
          EXPECT_EQ(theirs.offset, block.offset) << "rank " << rank << " exchange " << e;
          EXPECT_LE(block.offset + block_size(mine.shape, block), of_ranks[peer][e].send_size);
        }
      }
    }
  }
}

TEST(Blocks, that_are_read_in_place_have_rows_of_whole_cache_lines) {
  const auto row_step = [](Element element, Index row, bool message) {
    const ExchangeShape shape{Comm::column, 0, 1, 2, false, element, {4, row, 6}};
    const Box box{{Range{0, 4}, Range{0, row}, Range{0, 6}}};
    return block_strides(shape, {box, 0, 0, 1, message})[0];
  };
  EXPECT_EQ(row_step(Element::complex, 100, false), 104);
  EXPECT_EQ(row_step(Element::real, 103, false), 112);  // 64 bytes are 16 floats
  EXPECT_EQ(row_step(Element::real, 99, false), 99);    // an eighth more at most
  EXPECT_EQ(row_step(Element::complex, 100, true), 100);
}

TEST(Blocks, that_lie_in_an_array_have_no_room_in_a_buffer) {
  for (const Exchange exchange : {Exchange::p2p, Exchange::shared}) {
    const Index block = 32 * (32 * 64 + 16);
    const auto slab = exchanges_of({.extents = {64, 64, 64}}, {2, 1, 0}, exchange, 0, 2);
    const Index there = slab.at(0).send_size + slab.at(0).receive_size;
    const Index back = slab.at(1).send_size + slab.at(1).receive_size;
    EXPECT_EQ(there - back, block);
    const auto alone = exchanges_of({.extents = {4096}}, {1, 1, 0}, exchange, 0, 1);
    EXPECT_EQ(alone.at(2).send_size + alone.at(2).receive_size, 0);
  }
}

/// Of one dimension, the first and the last exchange leave what stays in the arrays.
TEST(Blocks, that_lie_in_an_array_take_no_memory_of_a_plan) {
  const auto bytes = [](Exchange exchange) {
    const auto each = buffer_bytes(setup_of({.extents = {4096}}, {2, 1, 0}, exchange, 0, 2));
    return std::accumulate(each.begin(), each.end(), std::size_t{0});
  };
  const std::size_t block = 4096 / 4 * 16;  // bytes, of one rank for each
  EXPECT_EQ(bytes(Exchange::p2p), (1 + 1 + 1 + 2) * block);
  EXPECT_EQ(bytes(Exchange::shared), (1 + 2) * block);
}

}  // namespace
}  // namespace taskfft
