#include "pass.hpp"

#include <algorithm>

namespace taskfft {
namespace {

bool aligned(Index bytes) {
  return bytes % static_cast<Index>(kFftwAlignment) == 0;
}

}  // namespace

template <class Real>
const RowFft<Real>* PlanCache<Real>::get(const RowShape& shape, void* in, void* out) {
  auto it = plans_.find(shape);
  if (it == plans_.end()) it = plans_.emplace(shape, RowFft<Real>(shape, effort_, in, out)).first;
  return &it->second;
}

template <class Real>
BoundPass<Real>::BoundPass(const LinePass& pass, const Box& box, int sign,
                           const BufferPointers& buffers, const Workspace& workspace,
                           PlanCache<Real>& plans)
    : kernel_(pass.kernel),
      rows_(box[pass.tile_axis].size()),
      planes_(box[pass.plane_axis].size()),
      tile_rows_(tile_rows(std::max(pass.in_line.size(), pass.out_line.size()), 2 * sizeof(Real))),
      in_(bind(pass, pass.in, pass.in_line, kernel_ == Kernel::r2c, box, buffers)),
      out_(bind(pass, pass.out, pass.out_line, kernel_ == Kernel::c2r, box, buffers)) {
  if (kernel_ == Kernel::copy) return;
  const Index length = std::max(pass.in_line.size(), pass.out_line.size());
  void* in = in_.direct ? address(in_, in_.segments[0], 0, 0, workspace) : workspace.in_tile.get();
  void* out =
      out_.direct ? address(out_, out_.segments[0], 0, 0, workspace) : workspace.out_tile.get();
  const int sign_if_complex = kernel_ == Kernel::c2c ? sign : 0;
  RowShape shape{kernel_, sign_if_complex, length, tile_rows_, in_.row_stride, out_.row_stride};
  if (rows_ >= tile_rows_) full_ = plans.get(shape, in, out);
  shape.count = rows_ % tile_rows_;
  if (shape.count > 0) rest_ = plans.get(shape, in, out);
}

template <class Real>
typename BoundPass<Real>::Side BoundPass<Real>::bind(const LinePass& pass,
                                                     const std::vector<Segment>& segments,
                                                     Range line, bool is_real, const Box& box,
                                                     const BufferPointers& buffers) const {
  const std::size_t bytes = is_real ? sizeof(Real) : 2 * sizeof(Real);
  Side side{{}, bytes, tile_stride(line.size()), false, is_real};
  for (const Segment& s : segments) {
    const Index offset =
        s.offset + (s.line.lo - s.origin[pass.axis]) * s.stride[pass.axis] +
        (box[pass.tile_axis].lo - s.origin[pass.tile_axis]) * s.stride[pass.tile_axis] +
        (box[pass.plane_axis].lo - s.origin[pass.plane_axis]) * s.stride[pass.plane_axis];
    void* base = s.buffer == Buffer::plane ? nullptr : buffers[static_cast<std::size_t>(s.buffer)];
    side.segments.push_back({base, offset, s.line.lo - line.lo, s.line.size(), s.stride[pass.axis],
                             s.stride[pass.tile_axis], s.stride[pass.plane_axis]});
  }
  const BoundSegment& only = side.segments[0];
  const Index unit = static_cast<Index>(bytes);
  side.direct = kernel_ != Kernel::copy && side.segments.size() == 1 && only.line_stride == 1 &&
                aligned(static_cast<Index>(reinterpret_cast<std::uintptr_t>(only.base))) &&
                aligned(only.offset * unit) && aligned(only.tile_stride * unit) &&
                aligned(only.plane_stride * unit);
  if (side.direct) side.row_stride = only.tile_stride;
  return side;
}

template <class Real>
void* BoundPass<Real>::address(const Side& side, const BoundSegment& segment, Index row,
                               Index plane, const Workspace& workspace) {
  std::byte* base = workspace.plane.get();
  if (segment.base != nullptr) base = static_cast<std::byte*>(segment.base);
  const Index elements = segment.offset + row * segment.tile_stride + plane * segment.plane_stride;
  return base + elements * static_cast<Index>(side.element_bytes);
}

template <class Real>
void BoundPass<Real>::load(Index row, Index rows, Index plane, const Workspace& workspace,
                           void* tile) const {
  for (const BoundSegment& segment : in_.segments) {
    const void* source = address(in_, segment, row, plane, workspace);
    if (in_.is_real) {
      load_tile(segment, static_cast<const Real*>(source), rows, static_cast<Real*>(tile),
                in_.row_stride);
    } else {
      using Complex = std::complex<Real>;
      load_tile(segment, static_cast<const Complex*>(source), rows, static_cast<Complex*>(tile),
                in_.row_stride);
    }
  }
}

template <class Real>
void BoundPass<Real>::store(Index row, Index rows, Index plane, const Workspace& workspace,
                            void* tile) const {
  for (const BoundSegment& segment : out_.segments) {
    void* target = address(out_, segment, row, plane, workspace);
    if (out_.is_real) {
      store_tile(segment, static_cast<Real*>(target), rows, static_cast<const Real*>(tile),
                 out_.row_stride);
    } else {
      using Complex = std::complex<Real>;
      store_tile(segment, static_cast<Complex*>(target), rows, static_cast<const Complex*>(tile),
                 out_.row_stride);
    }
  }
}

template <class Real>
void BoundPass<Real>::run(Index plane, Workspace& workspace) const {
  for (Index row = 0; row < rows_; row += tile_rows_) {
    const Index rows = std::min(tile_rows_, rows_ - row);
    void* in = workspace.in_tile.get();
    if (in_.direct) {
      in = address(in_, in_.segments[0], row, plane, workspace);
    } else {
      load(row, rows, plane, workspace, in);
    }
    if (kernel_ == Kernel::copy) {
      store(row, rows, plane, workspace, in);
      continue;
    }
    void* out = workspace.out_tile.get();
    if (out_.direct) out = address(out_, out_.segments[0], row, plane, workspace);
    (rows == tile_rows_ ? full_ : rest_)->execute(in, out);
    if (!out_.direct) store(row, rows, plane, workspace, out);
  }
}

void WorkspaceSize::include(const WorkItem& item, std::size_t complex_bytes) {
  for (const LinePass& pass : item.passes) {
    const Index length = std::max(pass.in_line.size(), pass.out_line.size());
    const auto elements =
        static_cast<std::size_t>(tile_rows(length, complex_bytes) * tile_stride(length));
    tile = std::max(tile, elements * complex_bytes);
    const Segment& out = pass.out.front();
    if (out.buffer != Buffer::plane) continue;
    const Index columns = item.box[pass.tile_axis].size();
    const auto plane_elements = static_cast<std::size_t>(columns * out.stride[pass.tile_axis]);
    plane = std::max(plane, plane_elements * complex_bytes);
  }
}

template class PlanCache<double>;
template class PlanCache<float>;
template class BoundPass<double>;
template class BoundPass<float>;

}  // namespace taskfft
