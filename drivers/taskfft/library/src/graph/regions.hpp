#pragma once

#include "graph/task_graph.hpp"
#include "layout/work.hpp"

namespace taskfft {

// Spaces beyond the buffers: one orders collective calls, one ties those that were started to their
// completion, one orders the sends to each peer, two the steps of fork and join. The rest are the
// shared send buffers of the other ranks of the node.
inline constexpr int kCollectives = kBuffers;
inline constexpr int kUnderWay = kCollectives + 1;
inline constexpr int kSends = kUnderWay + 1;
inline constexpr int kSteps = kSends + 1;
inline constexpr int kArrivals = kSteps + 1;
inline constexpr int kShared = kArrivals + 1;

// Regions count real numbers: a buffer may hold elements of either kind, one after the other.

/// A point of a made-up space.
Region point_of(int space, int point);

/// What a box touches in a segment: all from its first to its last element.
Region region_of(const Segment& segment, const Box& box, Placement placement);

/// What a stage touches of a field's array that is exchanged in pieces: points of a made-up space
/// in place of memory. In place the two arrays are one.
std::vector<Region> regions_of(Buffer array, const Piece& touched, const Piece& pieces, int field,
                               Placement placement);

/// My send or receive buffer of an exchange: a block's part of it, or all that is sent.
Region region_of(Buffer buffer, const ExchangeRoute& exchange, const Block& block);
Region all_sent(std::size_t exchange, const ExchangeRoute& route);

/// A block of an exchange in the send buffer of another rank of the node.
Region owned_block(std::size_t exchange, const ExchangeRoute& route, const Block& block);

}  // namespace taskfft
