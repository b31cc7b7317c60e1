#pragma once
/// Natural order, and c2c in transposed order: on the way, too, lines lie side by side along the
/// last axis, as in the arrays.

#include "layout/decomposition.hpp"

namespace taskfft {

/// Changes what lies between the stages of three dimensions: blocks along axes 0 and 1 are stored
/// in the input's order, and lines along axis 0 are transformed plane by plane of axis 1. What goes
/// to an array or comes from it is then long runs of memory. Where the arrays have another order
/// than the internal axes, blocks lie so already: axis 1 is the fastest one there.
void store_as_input(Decomposition& decomposition, const Geometry& geometry);

}  // namespace taskfft
