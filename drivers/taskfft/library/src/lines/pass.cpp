#include "lines/pass.hpp"

#include <algorithm>

#include "lines/own_rows.hpp"
#include "lines/runs.hpp"
#include "lines/tile.hpp"

namespace taskfft {
namespace {

/// Whether a pass only copies, and at both ends its lines lie side by side, or each of them without
/// gaps: then runs of memory move as they are, without a tile.
bool copies_runs(const PreparedEnds& ends) {
  return ends.transform == LineTransform::copy &&
         ((side_by_side(ends.in) && side_by_side(ends.out)) ||
          (contiguous(ends.in) && contiguous(ends.out)));
}

/// Multiplies `count` elements of `unit` reals, `stride` elements apart.
template <class Real>
void scale_run(Real* data, Index count, Index unit, Index stride, Real factor) {
  if (stride == 1) {
    for (Index k = 0; k < count * unit; ++k) data[k] *= factor;
    return;
  }
  for (Index k = 0; k < count; ++k) {
    for (Index part = 0; part < unit; ++part) data[k * stride * unit + part] *= factor;
  }
}

/// Whether what lies side by side at either end goes on from one element of the lines to the next
/// where it is written: whole planes without gaps, one for each rank that they are for.
bool writes_whole_planes(const PreparedEnds& ends) {
  const auto& in = ends.in.segments;
  const auto& out = ends.out.segments;
  return in.size() == 1 && in.front().base == nullptr && side_by_side(ends.in) &&
         side_by_side(ends.out) &&
         std::all_of(out.begin(), out.end(), [&ends](const PreparedSegment& segment) {
           return segment.base != nullptr && !segment.absent && segment.line_stride == ends.rows;
         });
}

}  // namespace

template <class Real>
PreparedPass<Real>::PreparedPass(const LinePass& pass, const Box& box, int sign,
                                 const BufferPointers& buffers, const Workspace& workspace,
                                 LineKernel kernel, Kernels<Real>& kernels)
    : ends_(bind(pass, box, buffers, sizeof(Real))) {
  if (copies_runs(ends_)) return;
  if (kernel != LineKernel::fftw && LanePass<Real>::possible(ends_)) {
    join_planes(ends_);
    lanes_.emplace(ends_, sign, kernels.lanes);
    // What scales is multiplied on its way, which copies of planes do not do.
    if (lanes_->scales() || !writes_whole_planes(ends_)) return;
    in_place_ = ends_;
    in_place_->out = ends_.in;
  } else {
    const bool own = kernel == LineKernel::own;
    rows_.emplace(ends_, sign, workspace, own ? kernels.own_rows : kernels.rows);
  }
}

template <class Real>
Index PreparedPass<Real>::block_rows() const {
  constexpr Index bytes = 1 << 17;
  constexpr Index run = 16;  // lines side by side that are worth a copy
  const Index tile = lanes_ ? lanes_->tile() : rows_ ? rows_->tile() : run;
  const Index line = ends_.length * static_cast<Index>(ends_.out.element_bytes);
  const Index most = std::max<Index>(1, bytes / std::max<Index>(1, line * tile));  // tiles
  const Index tiles = std::max<Index>(1, (ends_.rows + tile - 1) / tile);
  const Index blocks = (tiles + most - 1) / most;
  return (tiles + blocks - 1) / blocks * tile;
}

template <class Real>
void PreparedPass<Real>::run(Index plane, Range rows, Stores stores, Workspace& workspace,
                             Real factor) const {
  const bool stream = stores != Stores::cached;
  if (in_place_ && (stores == Stores::panels || (stream && !lanes_->streams()))) {
    lanes_->run(*in_place_, plane, rows, Stores::cached, workspace);
    copy_runs(ends_.in, ends_.out, plane, rows, true, workspace.plane.get());
  } else if (lanes_) {
    lanes_->run(ends_, plane, rows, stores, workspace, factor);
  } else if (rows_) {
    rows_->run(ends_, plane, rows, workspace);
  } else {
    copy_runs(ends_.in, ends_.out, plane, rows, stream, workspace.plane.get());
  }
}

template <class Real>
void PreparedPass<Real>::scale(Index plane, Range rows, Real factor, Workspace& workspace) const {
  const Index unit = ends_.out.is_real ? 1 : 2;
  for (const PreparedSegment& segment : ends_.out.segments) {
    if (segment.absent) continue;
    auto* const first =
        static_cast<Real*>(ends_.out.address(segment, rows.lo, plane, workspace.plane.get()));
    const bool along = segment.line_stride == 1;
    const Index lines = along ? rows.size() : segment.length;
    const Index step = unit * (along ? segment.tile_stride : segment.line_stride);
    const Index run = along ? segment.length : rows.size();
    const Index stride = along ? 1 : segment.tile_stride;
    for (Index line = 0; line < lines; ++line) {
      scale_run(first + line * step, run, unit, stride, factor);
    }
  }
}

template <class Real>
WorkspaceSize workspace_of(const WorkItem& item) {
  WorkspaceSize size;
  for (const LinePass& pass : item.passes) {
    const Index length = std::max(pass.in_line.length(), pass.out_line.length());
    const std::size_t element = std::max(element_bytes(pass.in.front().element, sizeof(Real)),
                                         element_bytes(pass.out.front().element, sizeof(Real)));
    const bool lanes = lanes_have(pass.transform, length);
    size.include(
        {0, std::max(tile_bytes(length, element), LanePass<Real>::tile_bytes(length, element)),
         std::max(lanes ? LaneFft<Real>::scratch_bytes(length) : 0,
                  OwnRows<Real>::scratch_bytes(pass.transform, length)),
         lanes ? panel_bytes(length, element) : 0});
    const Segment& out = pass.out.front();
    if (out.buffer != Buffer::plane) continue;
    const auto elements = static_cast<std::size_t>(out.size);
    size.include({elements * element_bytes(out.element, sizeof(Real))});
  }
  return size;
}

template WorkspaceSize workspace_of<double>(const WorkItem&);
template WorkspaceSize workspace_of<float>(const WorkItem&);
template class PreparedPass<double>;
template class PreparedPass<float>;

}  // namespace taskfft
