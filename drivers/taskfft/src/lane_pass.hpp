#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "lanes/lanes.hpp"
#include "side.hpp"
#include "workspace.hpp"

namespace taskfft {

/// Lane transforms by length and direction, shared by all passes of a plan.
template <class Real>
class LaneFfts {
 public:
  const LaneFft<Real>* get(Kernel kernel, int sign, Index length);

 private:
  std::map<std::tuple<Kernel, int, Index>, LaneFft<Real>> ffts_;
};

/// Lines transformed by the lane kernel, straight from their places to their places.
template <class Real>
class LanePass {
 public:
  /// Whether the kernel knows the length and can reach the lines.
  static bool possible(const BoundEnds& ends);
  LanePass(const BoundEnds& ends, int sign, LaneFfts<Real>& ffts);

  /// `stream`: store around the cache, where the lines are aligned for it.
  void run(const BoundEnds& ends, Index plane, bool stream, Workspace& workspace) const;

 private:
  const LaneFft<Real>* fft_;
  bool in_adjacent_;
  bool out_adjacent_;
  bool streamable_;
};

extern template class LaneFfts<double>;
extern template class LaneFfts<float>;
extern template class LanePass<double>;
extern template class LanePass<float>;

}  // namespace taskfft
