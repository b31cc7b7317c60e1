#include "layout/route.hpp"

#include <algorithm>
#include <map>

#include "layout/message_groups.hpp"

namespace taskfft {
namespace {

constexpr Index kCacheLineElements = 16;  // 64 bytes of the smallest elements, float

Index round_up(Index size, Index line = kCacheLineElements) {
  return (size + line - 1) / line * line;
}

/// Elements from row to row that are whole lines of memory, unless that is much more: then vectors
/// that are stored don't lie across two of them.
Index pitch(Index row, Element element) {
  const Index line = kCacheLineElements / reals_in(element);  // in double precision two of them
  const Index whole = round_up(row, line);
  return 8 * whole <= 9 * row ? whole : row;
}

/// Elements from plane to plane that are an odd number of cache lines, unless that is much more:
/// then lines across the planes do not fall on one cache set. The gaps of messages are sent, too.
Index odd_pitch(Index plane, bool message) {
  const Index odd = (round_up(plane) / kCacheLineElements | 1) * kCacheLineElements;
  const Index most = plane / (message ? 64 : 8);
  return odd - plane <= most ? odd : plane;
}

/// A box cut for every group and peer: along one axis by the peers' shares, along the group axis
/// into the groups of the rank that holds that axis split.
std::vector<Block> cut_blocks(const ExchangeRoute& route, const Geometry& g, const Box& whole,
                              int axis, const Neighbours& neighbours) {
  const ExchangeShape& shape = route.shape;
  std::vector<Block> blocks;
  blocks.reserve(static_cast<std::size_t>(route.groups) * route.ranks);
  for (int group = 0; group < route.groups; ++group) {
    for (int peer = 0; peer < route.ranks; ++peer) {
      Box box = whole;
      box[axis] = share_of(g, shape, axis, peer);
      box = group_box(shape, box, route.groups, group);
      const bool near =
          route.shared ? neighbours[static_cast<std::size_t>(peer)] != kNobody : peer == route.me;
      blocks.push_back({box, 0, group, peer, !near});
    }
  }
  return blocks;
}

/// Gives offsets to all blocks but those of which `skip` is true; returns the size of the buffer.
template <class Skip>
Index assign_offsets(const ExchangeShape& shape, std::vector<Block>& blocks, Skip skip) {
  Index size = 0;
  for (Block& block : blocks) {
    if (skip(block)) continue;
    block.offset = size;
    size += round_up(block_size(shape, block));
  }
  return size;
}

/// The blocks of a rank of my node in its send buffer, its own ones included, which was filled from
/// this box.
std::vector<Block> blocks_of(const ExchangeRoute& route, const Geometry& g, const Box& theirs,
                             const Neighbours& neighbours) {
  std::vector<Block> sent = cut_blocks(route, g, theirs, sender_axis(route.shape), neighbours);
  assign_offsets(route.shape, sent, [](const Block&) { return false; });
  return sent;
}

/// Says where in a neighbour's send buffer its blocks for me lie, `sent` being all of its blocks.
/// Before them its own ones may be missing.
void find_blocks(ExchangeRoute& route, int peer, int owner, const std::vector<Block>& sent) {
  Index missing = 0;
  for (int group = 0; group < route.groups; ++group) {
    const Block& their_own = sent[route.index(group, peer)];
    const Index own =
        route.own == OwnBlock::in_buffer ? 0 : round_up(block_size(route.shape, their_own));
    const Index before = missing + (peer < route.me ? own : 0);
    Block& block = route.receive[route.index(group, peer)];
    block.owner = owner;
    block.offset = sent[route.index(group, route.me)].offset - before;
    missing += own;
  }
}

/// Everything leaves through the send buffer, and what comes from a rank of my node is read in its
/// send buffer. That lies as mine, for a box that differs from mine along the split axis alone: its
/// offsets follow from the size there, of which an even division has two.
void share_blocks(ExchangeRoute& route, const Geometry& g, const Box& before,
                  const Neighbours& neighbours) {
  const ExchangeShape& shape = route.shape;
  const int receiver = receiver_axis(shape);
  const auto in_array = [&route](const Block& block) { return route.lies_in_array(block); };
  route.send_size = assign_offsets(shape, route.send, in_array);
  std::map<Index, std::vector<Block>> blocks;  // by size along the split axis
  for (int peer = 0; peer < route.ranks; ++peer) {
    if (neighbours[static_cast<std::size_t>(peer)] == kNobody) continue;
    Box theirs = before;
    theirs[receiver] = share_of(g, shape, receiver, peer);
    std::vector<Block>& sent = blocks[theirs[receiver].size()];
    if (sent.empty()) sent = blocks_of(route, g, theirs, neighbours);
    find_blocks(route, peer, neighbours[static_cast<std::size_t>(peer)], sent);
  }
  route.receive_size = assign_offsets(shape, route.receive,
                                      [](const Block& block) { return block.owner != kNobody; });
}

bool only_copies(const StageShape& stage) {
  return stage.passes.size() == 1 && stage.passes.front().transform == LineTransform::copy;
}

}  // namespace

int sender_axis(const ExchangeShape& shape) {
  return shape.reversed ? shape.split : shape.whole;
}

int receiver_axis(const ExchangeShape& shape) {
  return shape.reversed ? shape.whole : shape.split;
}

OwnBlock own_block(const Decomposition& d, const StagePair& beside, bool fused) {
  if (!fused || d.in_pieces()) return OwnBlock::in_buffer;
  const StageShape& writer = d.stages[beside.writer];
  const StageShape& reader = d.stages[beside.reader];
  if (!reader.target.is_exchange() && only_copies(reader)) return OwnBlock::in_target;
  if (!writer.source.is_exchange() && only_copies(writer)) return OwnBlock::in_source;
  return OwnBlock::in_buffer;
}

bool ExchangeRoute::any(const std::vector<Block>& blocks, int peer) const {
  for (int group = 0; group < groups; ++group) {
    if (blocks[index(group, peer)].box.volume() > 0) return true;
  }
  return false;
}

std::uint64_t ExchangeRoute::readers() const {
  std::uint64_t count = 0;
  for (int peer = 0; peer < ranks; ++peer) {
    if (peer != me && near(peer) && any(send, peer)) ++count;
  }
  return count;
}

std::array<int, 3> block_order(const ExchangeShape& shape) {
  if (shape.third_fastest) return {shape.split, shape.whole, shape.third()};
  return {shape.third(), shape.split, shape.whole};
}

Triple block_strides(const ExchangeShape& shape, const Block& block) {
  const auto [slowest, middle, fastest] = block_order(shape);
  Triple stride = dense_strides(block.box, block_order(shape));
  if (shape.third_fastest) {
    stride[slowest] = odd_pitch(stride[slowest], block.message);
  } else if (!block.message) {
    stride[middle] = pitch(stride[middle], shape.element);
    stride[slowest] = stride[middle] * block.box[middle].size();
  }
  return stride;
}

Index block_size(const ExchangeShape& shape, const Block& block) {
  const int slowest = block_order(shape)[0];
  const Box& box = block.box;
  return box.volume() == 0 ? 0 : block_strides(shape, block)[slowest] * box[slowest].size();
}

ExchangeRoute make_exchange(const ExchangeShape& shape, const Geometry& g, const Box& before,
                            const Box& after, int groups, const Neighbours& neighbours,
                            OwnBlock own) {
  ExchangeRoute route{shape, ranks_of(g, shape.comm), rank_in(g, shape.comm), groups, {}, {}, {}, 0,
                      0,     !neighbours.empty()};
  route.own = own;
  for (int peer = 0; peer < route.ranks; ++peer) {
    route.peers.push_back(rank_of(g, shape.comm, peer));
  }
  route.send = cut_blocks(route, g, before, sender_axis(shape), neighbours);
  route.receive = cut_blocks(route, g, after, receiver_axis(shape), neighbours);
  if (route.shared) {
    share_blocks(route, g, before, neighbours);
    return route;
  }
  const auto stays = [&route](const Block& block) { return block.peer == route.me; };
  const auto in_array = [&route](const Block& block) { return route.lies_in_array(block); };
  route.send_size = assign_offsets(shape, route.send, stays);
  route.receive_size = assign_offsets(shape, route.receive, in_array);
  for (Block& block : route.send) {
    if (stays(block)) block.offset = route.received(block.group, block.peer).offset;
  }
  return route;
}

std::vector<ExchangeRoute> make_exchanges(const Decomposition& d, const Geometry& geometry,
                                          int groups,
                                          const std::array<Neighbours, kComms>& neighbours,
                                          bool fused) {
  std::vector<ExchangeRoute> exchanges;
  const std::vector<StagePair> beside = stages_beside_exchanges(d);
  for (std::size_t e = 0; e < d.exchanges.size(); ++e) {
    const auto [writer, reader] = beside[e];
    exchanges.push_back(make_exchange(d.exchanges[e], geometry, d.stages[writer].target_box(),
                                      d.stages[reader].source_box(), groups,
                                      neighbours[static_cast<std::size_t>(d.exchanges[e].comm)],
                                      own_block(d, beside[e], fused)));
    exchanges.back().writer = writer;
    exchanges.back().reader = reader;
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
      largest = std::max({largest, block_size(exchange.shape, block), block.offset - first});
    }
  };
  visit(exchange.send);
  visit(exchange.receive);
  return largest;
}

Index largest_block(const ExchangeRoute& exchange) {
  Index largest = 0;
  for (const std::vector<Block>* blocks : {&exchange.send, &exchange.receive}) {
    for (const Block& block : *blocks) {
      if (block.peer != exchange.me) largest = std::max(largest, block_size(exchange.shape, block));
    }
  }
  return largest;
}

}  // namespace taskfft
