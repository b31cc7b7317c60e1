#pragma once
/// Backward from a spectrum that is shown to a visitor on its way.

#include "layout/decomposition.hpp"

namespace taskfft {

/// The same steps, but that lines of the spectrum are copied first, some at a time, to where a
/// visitor may write to them and the first transform, or copy, reads them in the cache: the array
/// itself remains what it was. They lie there as side by side as in the array. `backward` has one
/// pass where it reads the spectrum.
Decomposition with_shown_spectrum(Decomposition backward, const Geometry& geometry, Order order);

}  // namespace taskfft
