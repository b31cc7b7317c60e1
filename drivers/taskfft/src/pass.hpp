#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "lane_pass.hpp"
#include "row_pass.hpp"

namespace taskfft {

/// What the passes of a plan share: transforms by shape, and which kernel won where.
template <class Real>
struct Kernels {
  Kernels(LineKernel kernel, Effort planner) : wanted(kernel), effort(planner), rows(planner) {}

  LineKernel wanted;
  Effort effort;
  RowPlans<Real> rows;
  LaneFfts<Real> lanes;
  /// By kernel, sign, length, rows, and the strides of the first segments.
  std::map<std::tuple<Kernel, int, Index, Index, Index, Index, Index, Index>, bool> lanes_win;
};

/// A LinePass with pointers and a kernel: FFTW on rows, or lanes.
template <class Real>
class BoundPass {
 public:
  BoundPass(const LinePass& pass, const Box& box, int sign, const BufferPointers& buffers,
            Workspace& workspace, Kernels<Real>& kernels);

  /// Number of planes, counted from 0 in run().
  Index planes() const { return ends_.planes; }
  /// `stream`: store around the cache, where the kernel can.
  void run(Index plane, bool stream, Workspace& workspace) const;

 private:
  void choose(int sign, Workspace& workspace, Kernels<Real>& kernels);
  double seconds(bool with_lanes, Workspace& workspace) const;

  BoundEnds ends_;
  std::optional<RowPass<Real>> rows_;
  std::optional<LanePass<Real>> lanes_;
};

/// Workspace that an item needs.
template <class Real>
WorkspaceSize workspace_of(const WorkItem& item);

extern template class BoundPass<double>;
extern template class BoundPass<float>;

}  // namespace taskfft
