#pragma once
/// Message groups: what of an exchange leaves at a time.

#include "layout/decomposition.hpp"

namespace taskfft {

// On the side of an exchange that works plane by plane, along its group axis, a group of planes is
// complete early; the other side, which works along the third axis, needs all planes for any of its
// lines. So an exchange of four groups or more goes by planes with the one half of them only, and
// across with the other half, cut along the third axis. Forward the first half goes by planes:
// while it travels the second one is transformed, and while that travels, across, the lines that
// are complete are transformed. Reversed, the first half goes across, as soon as lines are
// transformed, and the second one by planes: while that travels the first half's planes are
// transformed, and its own as they come.

/// Lets the exchanges between planes and lines go across where there are so many groups.
void cut_across(Decomposition& decomposition, int groups, std::size_t real_bytes);

/// Into how many ranges of the third axis those are cut that go across; 0: none do. As many in
/// either direction, since lines may lie between two exchanges.
int ranges_across(const ExchangeShape& exchange, int groups);

/// Whether a group goes across; if not, its planes are the group's share of them.
bool goes_across(const ExchangeShape& exchange, int groups, int group);

/// The planes that go across.
Range planes_across(const ExchangeShape& exchange, Range planes, int groups);

/// One of these ranges.
Range range_across(const ExchangeShape& exchange, Range whole, int groups, int number);

/// What a group has of a box, whose range along the group axis is that of the side where it is
/// split.
Box group_box(const ExchangeShape& exchange, Box box, int groups, int group);

}  // namespace taskfft
