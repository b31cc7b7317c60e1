// What a plan makes on one rank of very many: counted in bytes and pieces, since nothing here runs.
#include <gtest/gtest.h>

#include "../benchmarks/allocations.hpp"
#include "../benchmarks/planned.hpp"

namespace taskfft {
namespace {

struct Planned {
  std::size_t bytes;        ///< allocated at a time
  std::size_t allocations;  ///< which every step of planning makes some of
  std::size_t pieces;       ///< blocks, tasks and their edges
};

Planned planned(Index length, int ranks, int ranks_per_node, int threads,
                Order order = Order::transposed) {
  const Problem problem{.extents = {length, length, length}};
  const Facts facts = facts_of(ranks / 2, ranks, ranks_per_node);
  Allocations::begin();
  const PlannedRank plan(problem, {.order = order, .threads = threads}, facts);
  std::size_t pieces = 0;
  for (const PlannedDirection* direction : {&plan.forward, &plan.backward}) {
    const TaskGraph& graph = direction->schedule.graph;
    pieces += graph.size();
    for (const TaskId count : graph.predecessor_counts()) pieces += static_cast<std::size_t>(count);
    for (const ExchangeRoute& exchange : direction->route.exchanges) {
      pieces += exchange.send.size() + exchange.receive.size();
    }
  }
  return {Allocations::peak_bytes(), Allocations::number(), pieces};
}

TEST(Planning, of_4096_cubed_on_65536_ranks_of_128_threads_takes_little) {
  const Planned plan = planned(4096, 65536, 1, 128);
  EXPECT_LE(plan.bytes, 10'000'000U);
  EXPECT_LE(plan.allocations, 1'000'000U);
  EXPECT_LE(plan.pieces, 40'000U);
}

TEST(Planning, grows_with_the_rows_and_columns_of_the_grid) {
  // Four times the ranks, as many points and threads on each: twice the rows and columns.
  const Planned less = planned(1024, 4096, 1, 1), more = planned(2048, 16384, 1, 1);
  EXPECT_LE(more.pieces, 9 * less.pieces / 4);
  EXPECT_LE(more.bytes, 9 * less.bytes / 4);
}

TEST(Planning, of_large_messages_between_few_nodes_takes_little) {
  // Tasks wait for groups one by one: their product was gigabytes where there were more of both.
  for (const int ranks : {2, 8}) {
    for (const Order order : {Order::transposed, Order::natural}) {
      const Planned plan = planned(1024, ranks, 1, 1, order);
      EXPECT_LE(plan.bytes, 200'000'000U) << ranks << " ranks";
      EXPECT_LE(plan.pieces, 700'000U) << ranks << " ranks";
    }
  }
}

TEST(Planning, shares_blocks_without_laying_out_those_of_every_neighbour) {
  constexpr int ranks = 1024, groups = 64;
  const Problem problem{.extents = {8192, 8192, 1024}};
  const Geometry g = make_geometry(problem, {ranks, 1}, 5);
  const Decomposition d = forward_decomposition(g, Order::transposed);
  Neighbours neighbours(ranks, kNobody);
  std::iota(neighbours.begin(), neighbours.begin() + 128, 0);
  Allocations::begin();
  const ExchangeRoute route =
      make_exchange(d.exchanges[0], g, d.stages[0].box, d.stages[1].box, groups, neighbours);
  EXPECT_LE(Allocations::number(), 100U);
  EXPECT_TRUE(route.near(127));
  EXPECT_FALSE(route.near(128));
}

}  // namespace
}  // namespace taskfft
