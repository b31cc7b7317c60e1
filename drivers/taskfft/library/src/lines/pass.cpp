#include "lines/pass.hpp"

#include <algorithm>

#include "lines/copy_pass.hpp"
#include "lines/tile.hpp"

namespace taskfft {

template <class Real>
PreparedPass<Real>::PreparedPass(const LinePass& pass, const Box& box, int sign,
                                 const BufferPointers& buffers, const Workspace& workspace,
                                 bool lanes, Kernels<Real>& kernels)
    : ends_(bind(pass, box, buffers, sizeof(Real))) {
  if (copies_runs(ends_)) return;
  if (lanes && LanePass<Real>::possible(ends_)) {
    lanes_.emplace(ends_, sign, kernels.lanes);
  } else {
    rows_.emplace(ends_, sign, workspace, kernels.rows);
  }
}

template <class Real>
void PreparedPass<Real>::run(Index plane, bool stream, Workspace& workspace) const {
  if (lanes_) {
    lanes_->run(ends_, plane, stream, workspace);
  } else if (rows_) {
    rows_->run(ends_, plane, workspace);
  } else {
    copy_runs(ends_, plane, workspace.plane.get());
  }
}

template <class Real>
WorkspaceSize workspace_of(const WorkItem& item) {
  WorkspaceSize size;
  for (const LinePass& pass : item.passes) {
    const Index length = std::max(pass.in_line.size(), pass.out_line.size());
    const std::size_t element = std::max(element_bytes(pass.in.front().element, sizeof(Real)),
                                         element_bytes(pass.out.front().element, sizeof(Real)));
    size.include({0, tile_bytes(length, element), LaneFft<Real>::scratch_bytes(length)});
    const Segment& out = pass.out.front();
    if (out.buffer != Buffer::plane) continue;
    const Index columns = item.box[pass.tile_axis].size();
    const auto elements = static_cast<std::size_t>(columns * out.stride[pass.tile_axis]);
    size.include({elements * element_bytes(pass.out.front().element, sizeof(Real)), 0, 0});
  }
  return size;
}

template WorkspaceSize workspace_of<double>(const WorkItem&);
template WorkspaceSize workspace_of<float>(const WorkItem&);
template class PreparedPass<double>;
template class PreparedPass<float>;

}  // namespace taskfft
