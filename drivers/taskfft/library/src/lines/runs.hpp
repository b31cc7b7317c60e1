#pragma once
/// Lines as runs of memory: across lines that lie side by side, or along contiguous ones.

#include "layout/box.hpp"
#include "lines/side.hpp"

namespace taskfft {

/// Whether neighbouring lines are neighbours in memory, in all segments.
bool side_by_side(const Side& side);

/// Whether each line is contiguous, in all segments.
bool contiguous(const Side& side);

/// Copies lines of a plane as they are from one end to the other; both have them side by side, or
/// both contiguous. `around`: around the cache. Where an end's base is null, its lines are in
/// `scratch`.
void copy_runs(const Side& in, const Side& out, Index plane, Range rows, bool around,
               void* scratch);

}  // namespace taskfft
