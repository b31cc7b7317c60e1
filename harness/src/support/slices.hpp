#pragma once
/// What a rank holds, cut into pieces for its threads.

#include <fftbench/layout.hpp>

namespace fftbench {

/// One of `slices` across the axis whose elements lie farthest apart, so that each is close
/// together in memory; of all but the same size, and empty where there are more of them than
/// elements along that axis. Offsets count from its own first element.
Layout slice_of(const Layout& layout, int which, int slices);

}  // namespace fftbench
