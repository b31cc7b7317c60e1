// Where blocks lie in the memory of a node from which its messages to other nodes leave. Without
// MPI.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/routes.hpp"
#include "exchange/joined.hpp"

namespace taskfft {
namespace {

/// A slab's exchange as one of so many ranks sees it, of which each node has three.
struct Seen {
  Route route;
  Geometry geometry;
  ExchangeNodes nodes;
  JoinedLayout layout(int group) const { return {route, 0, group, geometry, nodes}; }
};

constexpr int kRanks = 7;  // the last node has one alone
constexpr int kOnNode = 3;

Seen seen_by(int rank, bool forward) {
  const Problem problem{.extents = {17, 9, 4}};
  const Options options{.grid = {kRanks, 1}, .exchange = Exchange::p2p, .message_groups = 2};
  const Setup setup = make_setup(problem, options, {.rank = rank, .ranks = kRanks});
  ExchangeNodes nodes{
      {}, static_cast<std::size_t>(rank / kOnNode), static_cast<std::size_t>(rank % kOnNode)};
  for (int each = 0; each < kRanks; ++each) {
    if (each % kOnNode == 0) nodes.ranks.emplace_back();
    nodes.ranks.back().push_back(each);
  }
  return {make_route(setup, forward), setup.geometry, nodes};
}

class Joined : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Directions, Joined, testing::Bool());

TEST_P(Joined, blocks_have_the_sizes_of_the_exchange) {
  for (int rank = 0; rank < kRanks; ++rank) {
    const Seen seen = seen_by(rank, GetParam());
    const ExchangeRoute& exchange = seen.route.exchanges[0];
    for (int group = 0; group < 2; ++group) {
      const JoinedLayout layout = seen.layout(group);
      EXPECT_EQ(layout.leaving.size(), std::size_t{kRanks - 1});
      EXPECT_EQ(layout.arriving.size(), std::size_t{kRanks - 1});
      for (const JoinedLayout::Place& each : layout.leaving) {
        EXPECT_EQ(each.size, block_size(exchange.shape, exchange.sent(group, each.peer)));
      }
      for (const JoinedLayout::Place& each : layout.arriving) {
        EXPECT_EQ(each.size, block_size(exchange.shape, exchange.received(group, each.peer)));
      }
    }
  }
}

/// A message by the ranks that carry it, and a place in it; of what stays on its node, one rank
/// twice.
using Ends = std::pair<int, int>;
using Found = std::pair<Ends, Index>;

Ends ends_of(int rank, const JoinedLayout::Carried& message) {
  return message.sent ? Ends{rank, message.peer} : Ends{message.peer, rank};
}

/// Which message holds what lies there in the memory of a rank that carries some.
Found find(int carrier, const JoinedLayout& layout, const JoinedLayout::Place& place) {
  for (const JoinedLayout::Carried& each : layout.carried) {
    const Index at = place.offset - each.offset;
    if (at >= 0 && at < each.size) return {ends_of(carrier, each), at};
  }
  return {{carrier, carrier}, place.offset};
}

TEST_P(Joined, what_is_put_there_is_fetched_where_one_message_brings_it) {
  std::vector<JoinedLayout> layouts;
  for (int rank = 0; rank < kRanks; ++rank) {
    layouts.push_back(seen_by(rank, GetParam()).layout(0));
  }
  std::map<Ends, Found> left, arrived;  // by sender and receiver of a block
  std::map<Ends, Index> sent, received;
  for (int rank = 0; rank < kRanks; ++rank) {
    const JoinedLayout& mine = layouts[static_cast<std::size_t>(rank)];
    for (const JoinedLayout::Carried& each : mine.carried) {
      EXPECT_TRUE((each.sent ? sent : received).emplace(ends_of(rank, each), each.size).second);
    }
    const auto found = [&](const JoinedLayout::Place& place) {
      const std::size_t carrier = static_cast<std::size_t>(rank / kOnNode * kOnNode) + place.part;
      return find(static_cast<int>(carrier), layouts[carrier], place);
    };
    for (const JoinedLayout::Place& each : mine.leaving) left[{rank, each.peer}] = found(each);
    for (const JoinedLayout::Place& each : mine.arriving) arrived[{each.peer, rank}] = found(each);
  }
  EXPECT_EQ(left.size(), std::size_t{kRanks * (kRanks - 1)});
  EXPECT_EQ(left, arrived);
  EXPECT_EQ(sent, received);
  EXPECT_EQ(sent.size(), 6U) << "one from each node to each other";
  std::set<Found> places;
  for (const auto& [ends, place] : left) EXPECT_TRUE(places.insert(place).second);
}

}  // namespace
}  // namespace taskfft
