#pragma once
/// Forward and backward in one, for what is done to the spectrum in between.

#include "layout/decomposition.hpp"

namespace taskfft {

/// From the array `kFrom` through the spectrum and back to it, on slabs, pencils or bricks of three
/// dimensions. The last stage of the way there and the first one of the way back transform the same
/// lines: they are one stage, which turns. The spectrum is nowhere as a whole, and in no array but
/// in natural order on one rank, where the lines between the stages lie in the array `kTo`. While
/// it turns, lines lie as in the spectrum where the order is transposed; otherwise side by side, as
/// they are read. In transposed order one rank has buffers, too: a tile's lines are there such as
/// follow each other in the spectrum, which a visitor reads its own data by, and no large power of
/// two apart.
Decomposition round_trip_decomposition(const Geometry& geometry, Placement placement, Order order);

}  // namespace taskfft
