#pragma once
/// The regions that tasks read and write.

#include "graph/task_graph.hpp"
#include "layout/work.hpp"

namespace taskfft {

// The spaces of regions after the buffers. All but the last are imaginary.
inline constexpr int kCollectives = kBuffers;      ///< orders collective calls
inline constexpr int kStarted = kCollectives + 1;  ///< ties a started call to its completion
inline constexpr int kSends = kStarted + 1;        ///< orders the sends to each peer
inline constexpr int kSteps = kSends + 1;          ///< ends a step of fork and join
inline constexpr int kArrivals = kSteps + 1;       ///< ends the arrivals of an exchange
inline constexpr int kShared = kArrivals + 1;      ///< and beyond: send buffers of my node's ranks

// Regions count real numbers, since a buffer may hold real and complex elements in turn.

/// A point of an imaginary space.
Region point_of(int space, int point);

/// What a box touches in a segment: everything from its first to its last element. `same_rows`: as
/// Route::same_rows.
Region region_of(const Segment& segment, const Box& box, Placement placement, bool same_rows);

/// What a stage touches of a field's array that is exchanged in pieces: points of an imaginary
/// space instead of memory. In place, both arrays have the same space.
std::vector<Region> regions_of(Buffer array, const Piece& touched, const Piece& pieces, int field,
                               Placement placement);

/// A block in my send or receive buffer of an exchange, or all that is sent.
Region region_of(Buffer buffer, const ExchangeRoute& exchange, const Block& block);
Region all_sent(std::size_t exchange, const ExchangeRoute& route);

/// A block of an exchange in the send buffer of another rank of the node.
Region owned_block(std::size_t exchange, const ExchangeRoute& route, const Block& block);

}  // namespace taskfft
