#include "pass.hpp"

#include <algorithm>
#include <chrono>

#include "tile.hpp"

namespace taskfft {

template <class Real>
BoundPass<Real>::BoundPass(const LinePass& pass, const Box& box, int sign,
                           const BufferPointers& buffers, Workspace& workspace,
                           Kernels<Real>& kernels)
    : ends_(bind(pass, box, buffers, sizeof(Real))) {
  const bool possible = kernels.wanted != LineKernel::fftw && LanePass<Real>::possible(ends_);
  const bool must_choose =
      possible && kernels.wanted == LineKernel::automatic && kernels.effort != Effort::estimate;
  if (possible) lanes_.emplace(ends_, sign, kernels.lanes);
  if (!possible || must_choose) rows_.emplace(ends_, sign, workspace, kernels.rows);
  if (must_choose) choose(sign, workspace, kernels);
}

/// Keeps the faster kernel. Passes of one shape take the same, so that it is timed once.
template <class Real>
void BoundPass<Real>::choose(int sign, Workspace& workspace, Kernels<Real>& kernels) {
  const BoundSegment &in = ends_.in.segments[0], &out = ends_.out.segments[0];
  const auto key = std::make_tuple(ends_.kernel, sign, ends_.length, ends_.rows, in.line_stride,
                                   in.tile_stride, out.line_stride, out.tile_stride);
  auto it = kernels.lanes_win.find(key);
  if (it == kernels.lanes_win.end()) {
    double best_rows = 1e300, best_lanes = 1e300;
    constexpr int rounds = 4;  // the first touches memory; interleaved, so that noise hits both
    for (int round = 0; round < rounds; ++round) {
      best_rows = std::min(best_rows, seconds(false, workspace));
      best_lanes = std::min(best_lanes, seconds(true, workspace));
    }
    it = kernels.lanes_win.emplace(key, best_lanes < best_rows).first;
  }
  if (it->second) {
    rows_.reset();
  } else {
    lanes_.reset();
  }
}

/// Time of as many planes as make a measurable amount of work.
template <class Real>
double BoundPass<Real>::seconds(bool with_lanes, Workspace& workspace) const {
  constexpr Index enough = 1 << 17;  // elements
  const Index planes =
      std::clamp<Index>(enough / std::max<Index>(1, ends_.length * ends_.rows), 1, ends_.planes);
  const auto begin = std::chrono::steady_clock::now();
  for (Index plane = 0; plane < planes; ++plane) {
    if (with_lanes) {
      lanes_->run(ends_, plane, false, workspace);
    } else {
      rows_->run(ends_, plane, workspace);
    }
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Real>
void BoundPass<Real>::run(Index plane, bool stream, Workspace& workspace) const {
  if (lanes_) {
    lanes_->run(ends_, plane, stream, workspace);
  } else {
    rows_->run(ends_, plane, workspace);
  }
}

template <class Real>
WorkspaceSize workspace_of(const WorkItem& item) {
  WorkspaceSize size;
  for (const LinePass& pass : item.passes) {
    const Index length = std::max(pass.in_line.size(), pass.out_line.size());
    const std::size_t element = std::max(element_bytes(pass.in_element, sizeof(Real)),
                                         element_bytes(pass.out_element, sizeof(Real)));
    size.include({0, tile_bytes(length, element), LaneFft<Real>::scratch_bytes(length)});
    const Segment& out = pass.out.front();
    if (out.buffer != Buffer::plane) continue;
    const Index columns = item.box[pass.tile_axis].size();
    const auto elements = static_cast<std::size_t>(columns * out.stride[pass.tile_axis]);
    size.include({elements * element_bytes(pass.out_element, sizeof(Real)), 0, 0});
  }
  return size;
}

template WorkspaceSize workspace_of<double>(const WorkItem&);
template WorkspaceSize workspace_of<float>(const WorkItem&);
template class BoundPass<double>;
template class BoundPass<float>;

}  // namespace taskfft
