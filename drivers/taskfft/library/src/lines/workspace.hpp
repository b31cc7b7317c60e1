#pragma once
/// Scratch memory.

#include <algorithm>
#include <cstddef>

#include "taskfft/aligned_buffer.hpp"

namespace taskfft {

/// Bytes of scratch memory that a worker needs.
struct WorkspaceSize {
  std::size_t plane = 0;  ///< between the two passes of a stage
  std::size_t tile = 0;   ///< rows of one tile, on either side of their transform
  std::size_t lanes = 0;  ///< scratch of our own kernels
  std::size_t panel = 0;  ///< lines side by side on their way

  std::size_t bytes() const { return plane + 2 * tile + lanes + panel; }

  void include(const WorkspaceSize& other) {
    plane = std::max(plane, other.plane);
    tile = std::max(tile, other.tile);
    lanes = std::max(lanes, other.lanes);
    panel = std::max(panel, other.panel);
  }
};

/// Scratch memory of one worker.
struct Workspace {
  Workspace() = default;
  explicit Workspace(const WorkspaceSize& size)
      : plane(size.plane),
        in_tile(size.tile),
        out_tile(size.tile),
        lanes(size.lanes),
        panel(size.panel) {}

  AlignedBuffer<std::byte> plane;
  AlignedBuffer<std::byte> in_tile;
  AlignedBuffer<std::byte> out_tile;
  AlignedBuffer<std::byte> lanes;
  AlignedBuffer<std::byte> panel;
};

}  // namespace taskfft
