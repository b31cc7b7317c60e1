#pragma once

#include "lines/side.hpp"

namespace taskfft {

/// Whether a pass only copies, and at both ends its lines lie side by side: then what lies side by
/// side moves as it is, without a tile.
bool copies_runs(const PreparedEnds& ends);

/// One plane of such a pass.
void copy_runs(const PreparedEnds& ends, Index plane, void* plane_buffer);

}  // namespace taskfft
