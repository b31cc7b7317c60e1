#pragma once
/// Where the lines of a stage lie at its ends, segment by segment.

#include "layout/work.hpp"

namespace taskfft {

/// The lower corner of a box.
Triple lower(const Box& box);

/// The array that leaves through an exchange, and the one that comes out of it.
Box array_before(const Route& route, std::size_t exchange);
Box array_after(const Route& route, std::size_t exchange);

/// A block in a buffer, for lines along an axis.
Segment block_segment(const ExchangeShape& shape, const Block& block, Buffer buffer, int axis);
/// A block where it is read: received, or in the send buffer of its owner.
Segment read_segment(const Route& route, std::size_t exchange, const Block& block, int axis);
/// A whole stage array next to an exchange, the axis that is whole there lying fastest.
Segment stage_segment(const ExchangeShape& shape, const Box& box, Buffer buffer, int axis);

/// Where a stage finds such lines along an axis, at its source, or leaves them, at its target. None
/// where all of them stay on the rank and the stage has nothing to copy.
std::vector<Segment> segments_at(const Route& route, std::size_t stage, bool source,
                                 const Box& lines, int axis);

}  // namespace taskfft
