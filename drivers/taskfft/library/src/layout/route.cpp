#include "layout/route.hpp"

#include <algorithm>
#include <map>

namespace taskfft {
namespace {

constexpr Index kCacheLineElements = 16;  // 64 bytes of the smallest elements, float

Index round_up(Index size) {
  return (size + kCacheLineElements - 1) / kCacheLineElements * kCacheLineElements;
}

/// Elements from row to row that are whole lines of memory, unless that is much more: then vectors
/// that are stored don't lie across two of them.
Index pitch(Index row) {
  constexpr Index line = 8;  // elements, of two lines in double precision
  const Index whole = (row + line - 1) / line * line;
  return 8 * whole <= 9 * row ? whole : row;
}

/// My box cut for every group and peer: along one axis by the peers' shares, along the group axis
/// into the groups of the rank that holds that axis split.
std::vector<Block> cut_blocks(const Box& mine, int axis, const Geometry& g,
                              const ExchangeShape& shape, int groups) {
  std::vector<Block> blocks;
  const int ranks = ranks_of(g, shape.comm);
  blocks.reserve(static_cast<std::size_t>(groups) * ranks);
  for (int group = 0; group < groups; ++group) {
    for (int peer = 0; peer < ranks; ++peer) {
      Box box = mine;
      box[axis] = share_of(g, shape, axis, peer);
      box[shape.group_axis] = split(box[shape.group_axis], groups, group);
      blocks.push_back({box, 0, group, peer});
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
    size += round_up(block_size(shape, block.box));
  }
  return size;
}

/// By message group, where the block for me lies in a send buffer that was filled from this box.
std::vector<Index> offsets_for_me(const ExchangeRoute& route, const Geometry& g, const Box& theirs,
                                  int sender_cut) {
  std::vector<Block> sent = cut_blocks(theirs, sender_cut, g, route.shape, route.groups);
  assign_offsets(route.shape, sent, [](const Block&) { return false; });
  std::vector<Index> offsets;
  for (const Block& block : sent) {
    if (block.peer == route.me) offsets.push_back(block.offset);
  }
  return offsets;
}

/// Everything leaves through the send buffer, and what comes from a rank of my node is read in its
/// send buffer. That lies as mine, for a box that differs from mine along the split axis alone: its
/// offsets follow from the size there, of which an even division has two.
void share_blocks(ExchangeRoute& route, const Geometry& g, const Box& before,
                  const Neighbours& neighbours) {
  const ExchangeShape& shape = route.shape;
  const int sender_cut = shape.reversed ? shape.split : shape.whole;
  const int receiver_cut = shape.reversed ? shape.whole : shape.split;
  route.send_size = assign_offsets(shape, route.send, [](const Block&) { return false; });
  std::map<Index, std::vector<Index>> offsets;  // by size along the split axis, then by group
  for (int peer = 0; peer < route.ranks; ++peer) {
    if (neighbours[static_cast<std::size_t>(peer)] == kNobody) continue;
    Box theirs = before;
    theirs[receiver_cut] = share_of(g, shape, receiver_cut, peer);
    std::vector<Index>& theirs_for_me = offsets[theirs[receiver_cut].size()];
    if (theirs_for_me.empty()) theirs_for_me = offsets_for_me(route, g, theirs, sender_cut);
    for (int group = 0; group < route.groups; ++group) {
      Block& block = route.receive[route.index(group, peer)];
      block.owner = neighbours[static_cast<std::size_t>(peer)];
      block.offset = theirs_for_me[static_cast<std::size_t>(group)];
    }
  }
  route.receive_size = assign_offsets(shape, route.receive,
                                      [](const Block& block) { return block.owner != kNobody; });
}

bool only_copies(const StageShape& stage) {
  return stage.passes.size() == 1 && stage.passes.front().transform == LineTransform::copy;
}

}  // namespace

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

Triple block_strides(const ExchangeShape& shape, const Box& box) {
  Triple stride = dense_strides(box, block_order(shape));
  if (shape.pitched) {
    const auto [slowest, middle, fastest] = block_order(shape);
    stride[middle] = pitch(box[fastest].size());
    stride[slowest] = stride[middle] * box[middle].size();
  }
  if (shape.third_fastest) {
    const auto [slowest, middle, fastest] = block_order(shape);
    const Index lines = round_up(box[fastest].size() * box[middle].size()) / kCacheLineElements;
    stride[slowest] = (lines | 1) * kCacheLineElements;
  }
  return stride;
}

Index block_size(const ExchangeShape& shape, const Box& box) {
  const int slowest = block_order(shape)[0];
  return box.volume() == 0 ? 0 : block_strides(shape, box)[slowest] * box[slowest].size();
}

ExchangeRoute make_exchange(const ExchangeShape& shape, const Geometry& g, const Box& before,
                            const Box& after, int groups, const Neighbours& neighbours) {
  ExchangeRoute route{shape, ranks_of(g, shape.comm), rank_in(g, shape.comm), groups, {}, {}, {}, 0,
                      0,     !neighbours.empty()};
  for (int peer = 0; peer < route.ranks; ++peer) {
    route.peers.push_back(rank_of(g, shape.comm, peer));
  }
  const int sender_cut = shape.reversed ? shape.split : shape.whole;
  const int receiver_cut = shape.reversed ? shape.whole : shape.split;
  route.shape.pitched = !shape.third_fastest && (route.shared || route.ranks == 1);
  route.send = cut_blocks(before, sender_cut, g, shape, groups);
  route.receive = cut_blocks(after, receiver_cut, g, shape, groups);
  if (route.shared) {
    share_blocks(route, g, before, neighbours);
    return route;
  }
  const auto own = [&route](const Block& block) { return block.peer == route.me; };
  route.send_size = assign_offsets(route.shape, route.send, own);
  route.receive_size =
      assign_offsets(route.shape, route.receive, [](const Block&) { return false; });
  for (Block& block : route.send) {
    if (own(block)) block.offset = route.received(block.group, block.peer).offset;
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
                                      neighbours[static_cast<std::size_t>(d.exchanges[e].comm)]));
    exchanges.back().writer = writer;
    exchanges.back().reader = reader;
    exchanges.back().own = own_block(d, beside[e], fused);
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
      largest = std::max({largest, block_size(exchange.shape, block.box), block.offset - first});
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
      if (block.peer != exchange.me)
        largest = std::max(largest, block_size(exchange.shape, block.box));
    }
  }
  return largest;
}

}  // namespace taskfft
