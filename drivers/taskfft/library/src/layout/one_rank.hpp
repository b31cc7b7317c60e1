#pragma once
/// Natural order on a rank that holds the whole array: the spectrum lies as the input does when the
/// last transform leaves it, and needs no way back.

#include "layout/decomposition.hpp"

namespace taskfft {

/// Whether this is the only rank, and the output is to be in natural order.
bool natural_on_one_rank(const Geometry& geometry, Order order);

/// A direction in two stages. Between them the lines lie in the array that is written, and the
/// second stage works in place; where that array has no room for them, as a real field has none for
/// its spectrum, they lie in the buffers of an exchange with oneself. Backward begins with two axes
/// where it can, or with `one_first` with the last one that forward transforms.
Decomposition natural_decomposition(const Geometry& geometry, Placement placement, bool forward,
                                    bool one_first = false);

}  // namespace taskfft
