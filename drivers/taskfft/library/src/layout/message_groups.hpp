#pragma once
/// Message groups: what of an exchange leaves at a time.

#include "layout/decomposition.hpp"

namespace taskfft {

// On the side of an exchange that works plane by plane, along its group axis, a group of planes is
// complete early; the other side, which works along another axis, needs all planes for any of its
// lines. So an exchange of four groups or more goes by planes with the one half of them only, and
// across with the other half, cut along the axis of the other side. Forward the first half goes by
// planes: while it travels the second one is transformed, and while that travels, across, the lines
// that are complete are transformed. Reversed, the first half goes across, as soon as lines are
// transformed, and the second one by planes: while that travels the first half's planes are
// transformed, and its own as they come.

/// A group's share of planes that all groups have: the first half of groups, which is one more of
/// an odd number, has the first half of the planes.
Range planes_of_group(Range planes, int groups, int group);

/// Lets the exchanges between planes and lines go across where there are so many groups.
void cut_across(Decomposition& decomposition, int groups, std::size_t real_bytes);

/// Whether ranges are of lines that a plane has side by side, so that planes go through the pass
/// beside the exchange range by range; otherwise each line has a part in every range.
bool ranges_of_lines(const ExchangeShape& exchange);

/// A range of what a rank of the lines' side has. Several groups have it, each for some of the
/// planes, so that messages that go across are no larger than others.
Range range_across(const ExchangeShape& exchange, Range whole, int number);

/// Whether a group goes across.
bool goes_across(const ExchangeShape& exchange, int groups, int group);

/// The planes that go across.
Range planes_across(const ExchangeShape& exchange, Range planes);

/// What a group has of a box, whose range along the group axis is that of the side where it is
/// split.
Box group_box(const ExchangeShape& exchange, Box box, int groups, int group);

}  // namespace taskfft
