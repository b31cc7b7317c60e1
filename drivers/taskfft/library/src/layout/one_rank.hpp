#pragma once
/// On a rank that holds the whole array the spectrum needs no way back to natural order: it lies as
/// the input does when the last transform leaves it. In transposed order, too, lines that lie side
/// by side are transformed where they belong.

#include "layout/decomposition.hpp"

namespace taskfft {

/// Whether this is the only rank, and the output is to be in natural order.
bool natural_on_one_rank(const Geometry& geometry, Order order);

/// Whether this is the only rank, and lines along axis 0 lie side by side in the output.
bool side_by_side_on_one_rank(const Geometry& geometry, Order order);

/// A direction in two stages, in either of these cases. Between them the lines lie in the array
/// that is written, and the second stage works in place; where that array has no room for them, as
/// a real field has none for its spectrum, nor one array for two orders or a truncated spectrum,
/// they lie in the buffers of an exchange with oneself.
/// In natural order backward begins with two axes where it can, or with `one_first` with the last
/// one that forward transforms.
Decomposition one_rank_decomposition(const Geometry& geometry, Placement placement, Order order,
                                     bool forward, bool one_first = false);

}  // namespace taskfft
