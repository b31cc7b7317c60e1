#pragma once
/// A pass by the lane kernel.

#include <map>
#include <optional>
#include <tuple>

#include "lines/panel.hpp"
#include "lines/side.hpp"
#include "lines/workspace.hpp"
#include "taskfft/lanes.hpp"
#include "taskfft/options.hpp"

namespace taskfft {

/// The lanes' name for a transform of lines; nothing where they do not have it.
std::optional<LaneTransform> lane_transform(LineTransform transform);

/// Whether lanes can transform lines of this length where they lie.
inline bool lanes_have(LineTransform transform, Index length) {
  const std::optional<LaneTransform> lanes = lane_transform(transform);
  return lanes && length > 1 && (*lanes == LaneTransform::c2c || length % 2 == 0);
}

/// Lane transforms by the kernel's width, transform, direction and length, shared by all passes of
/// a plan.
template <class Real>
class LaneFfts {
 public:
  const LaneFft<Real>* get(LineLayout layout, LaneTransform transform, int sign, Index length);

 private:
  std::map<std::tuple<int, LaneTransform, int, Index>, LaneFft<Real>> ffts_;
};

/// Transforms lines by the lane kernel, straight from where they lie to where they are needed.
template <class Real>
class LanePass {
 public:
  /// Whether the kernel has the length and can reach the lines.
  static bool possible(const PreparedEnds& ends);
  LanePass(const PreparedEnds& ends, int sign, LaneFfts<Real>& ffts);

  /// `stores`: around the cache, or by panels, where the lines can be. `factor`: of what is stored,
  /// 1 unless it streams and scales().
  void run(const PreparedEnds& ends, Index plane, Range rows, Stores stores, Workspace& workspace,
           Real factor = 1) const;
  /// Lines at once.
  Index tile() const { return fft_->width(); }
  /// Whether they can.
  bool streams() const { return by_vectors_ || by_copies_; }
  /// Whether they can be multiplied on their way.
  bool scales() const { return by_copies_; }
  /// Of a worker's tile, for lines of any transform of this length.
  static std::size_t tile_bytes(Index length, std::size_t element_bytes);

 private:
  void run_by_copies(const PreparedEnds& ends, Index plane, Range rows, Workspace& workspace,
                     Real factor) const;
  void run_by_panels(const PreparedEnds& ends, Index plane, Range rows, Workspace& workspace) const;
  /// Whether the kernel would store contiguous lines in parts of cache lines, by turns to more of
  /// them than a processor gathers parts for before it gives them to memory, where a part costs
  /// what a whole one does. Zen 3 gathers those of four lines, not of eight.
  bool parts_stay_open(const PreparedEnds& ends) const;
  Index vector_bytes() const { return fft_->width() * static_cast<Index>(sizeof(Real)); }

  bool in_adjacent_;
  bool out_adjacent_;
  const LaneFft<Real>* fft_;
  // How lines can be stored around the cache.
  bool by_vectors_;  ///< by the kernel, as they are aligned for it and few
  bool by_copies_;   ///< from a tile, as they are contiguous
  Side tile_;        ///< of those copies, in whichever worker's memory
  // How lines side by side can go by panels.
  bool panels_away_;      ///< through a panel from where they lie to another place
  bool panels_in_place_;  ///< into a panel, and back to where they were
  Side panel_;            ///< in whichever worker's memory
};

extern template class LaneFfts<double>;
extern template class LaneFfts<float>;
extern template class LanePass<double>;
extern template class LanePass<float>;

}  // namespace taskfft
