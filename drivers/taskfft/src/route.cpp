#include "route.hpp"

#include <algorithm>

namespace taskfft {
namespace {

constexpr Index kCacheLineElements = 8;  // 64 bytes of complex float, 128 of complex double

Index round_up(Index size) {
  return (size + kCacheLineElements - 1) / kCacheLineElements * kCacheLineElements;
}

/// My box cut for every group and peer: along one axis by the peers' even shares, along the group
/// axis into the groups of the rank that holds that axis split.
std::vector<Block> cut_blocks(const Box& mine, int axis, Index extent, int ranks, int group_axis,
                              int groups) {
  std::vector<Block> blocks;
  blocks.reserve(static_cast<std::size_t>(groups) * ranks);
  for (int group = 0; group < groups; ++group) {
    for (int peer = 0; peer < ranks; ++peer) {
      Box box = mine;
      box[axis] = split({0, extent}, ranks, peer);
      box[group_axis] = split(box[group_axis], groups, group);
      blocks.push_back({box, 0, group, peer});
    }
  }
  return blocks;
}

/// Gives offsets to all blocks but those of one peer; returns the size of the buffer.
Index assign_offsets(std::vector<Block>& blocks, int skipped_peer) {
  Index size = 0;
  for (Block& block : blocks) {
    if (block.peer == skipped_peer) continue;
    block.offset = size;
    size += round_up(block.box.volume());
  }
  return size;
}

}  // namespace

std::array<int, 3> block_order(const ExchangeShape& shape) {
  return {shape.third(), shape.split, shape.whole};
}

Triple block_strides(const ExchangeShape& shape, const Box& box) {
  return dense_strides(box, block_order(shape));
}

ExchangeRoute make_exchange(const ExchangeShape& shape, const Geometry& g, const Box& before,
                            const Box& after, int groups) {
  const int dimension = shape.comm == Comm::column ? 0 : 1;
  ExchangeRoute route{shape, g.grid[dimension], g.coords[dimension], groups, {}, {}, 0, 0};
  const int sender_cut = shape.reversed ? shape.split : shape.whole;
  const int receiver_cut = shape.reversed ? shape.whole : shape.split;
  route.send =
      cut_blocks(before, sender_cut, g.spectrum[sender_cut], route.ranks, shape.group_axis, groups);
  route.receive = cut_blocks(after, receiver_cut, g.spectrum[receiver_cut], route.ranks,
                             shape.group_axis, groups);
  constexpr int nobody = -1;
  route.send_size = assign_offsets(route.send, route.me);
  route.receive_size = assign_offsets(route.receive, nobody);
  for (Block& block : route.send) {
    if (block.peer == route.me) block.offset = route.received(block.group, block.peer).offset;
  }
  return route;
}

std::vector<ExchangeRoute> make_exchanges(const Decomposition& d, const Geometry& geometry,
                                          int groups) {
  std::vector<ExchangeRoute> exchanges;
  for (std::size_t e = 0; e < d.exchanges.size(); ++e) {
    exchanges.push_back(
        make_exchange(d.exchanges[e], geometry, d.stages[e].box, d.stages[e + 1].box, groups));
  }
  return exchanges;
}

Index largest_alltoallv_number(const ExchangeRoute& exchange) {
  Index largest = 0;
  const auto visit = [&](const std::vector<Block>& blocks) {
    Index first = 0;
    int group = -1;
    for (const Block& block : blocks) {
      if (block.peer == exchange.me) continue;
      if (block.group != group) first = block.offset;
      group = block.group;
      largest = std::max({largest, block.box.volume(), block.offset - first});
    }
  };
  visit(exchange.send);
  visit(exchange.receive);
  return largest;
}

}  // namespace taskfft
