#pragma once
/// Where the lane kernel finds the tiles of a pass.

#include <vector>

#include "lines/side.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft {

/// An end of a pass, tile after tile. Where the first one lies is looked up, and the next ones are
/// so many lines further: looking each up took some 5 % of a pair of transforms of 16^3 to 64^3.
template <class Real>
class LaneTiles {
 public:
  /// `pieces`: memory for those of a tile, this thread's.
  LaneTiles(const Side& side, Index plane, void* plane_buffer, bool adjacent,
            std::vector<LanePiece<Real>>& pieces)
      : side_(side),
        plane_(plane),
        plane_buffer_(plane_buffer),
        adjacent_(adjacent),
        pieces_(pieces) {
    pieces_.clear();
  }

  /// The tile that begins at a row; valid until the next one is asked for.
  LaneSide<Real> at(Index row, bool stream = false) {
    if (pieces_.empty() || side_.lines > 0) {
      look_up(row);
    } else {
      go_on(row - row_);
    }
    row_ = row;
    return {pieces_.data(), static_cast<int>(pieces_.size()), adjacent_, stream};
  }

 private:
  void look_up(Index row) {
    const Index unit = side_.is_real ? 2 : 1;
    pieces_.clear();
    for (const PreparedSegment& s : side_.segments) {
      void* const start = s.absent ? nullptr : side_.address(s, row, plane_, plane_buffer_);
      pieces_.push_back(
          {static_cast<Real*>(start), s.length / unit, s.line_stride, s.tile_stride / unit});
    }
  }
  void go_on(Index lines) {
    for (LanePiece<Real>& piece : pieces_) {
      if (piece.start != nullptr) piece.start += 2 * lines * piece.across;
    }
  }

  const Side& side_;
  Index plane_;
  void* plane_buffer_;
  bool adjacent_;
  std::vector<LanePiece<Real>>& pieces_;
  Index row_ = 0;
};

}  // namespace taskfft
