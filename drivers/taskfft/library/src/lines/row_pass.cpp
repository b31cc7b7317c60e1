#include "lines/row_pass.hpp"

#include <algorithm>
#include <complex>

#include "lines/own_rows.hpp"
#include "lines/tile.hpp"

namespace taskfft {
namespace {

bool aligned(Index bytes) {
  return bytes % static_cast<Index>(kRowAlignment) == 0;
}

/// Elements of the lines of one side: real ones are longer than their half spectra. Of lines that
/// are copied in part, up to the last one.
Index line_length(const Side& side) {
  Index length = 0;
  for (const PreparedSegment& segment : side.segments) {
    length = std::max(length, segment.first + segment.length);
  }
  return length;
}

}  // namespace

template <class Real>
std::unique_ptr<RowFft<Real>> RowFfts<Real>::make(const RowShape& shape, void* in, void* out,
                                                  const RowFft<Real>* alike) const {
  if (effort_) return make_row_fft<Real>(shape, *effort_, in, out, alike);
  return std::make_unique<OwnRows<Real>>(shape, static_cast<const OwnRows<Real>*>(alike));
}

template <class Real>
const RowFft<Real>* RowFfts<Real>::get(const RowShape& shape, void* in, void* out) {
  auto entry = plans_.find(shape);
  if (entry == plans_.end()) {
    const auto alike = std::find_if(plans_.begin(), plans_.end(),
                                    [&](const auto& plan) { return plan.first.alike(shape); });
    const RowFft<Real>* const known = alike == plans_.end() ? nullptr : alike->second.get();
    entry = plans_.emplace(shape, make(shape, in, out, known)).first;
  }
  return entry->second.get();
}

template <class Real>
const Twiddles* RowFfts<Real>::twiddles(Index points) {
  return &twiddles_.try_emplace(points, points).first->second;
}

template <class Real>
RowPass<Real>::RowPass(const PreparedEnds& ends, int sign, const Workspace& workspace,
                       RowFfts<Real>& plans)
    : sign_(sign),
      tile_rows_(tile_rows(ends.length, std::max(ends.in.element_bytes, ends.out.element_bytes))),
      in_(rows_of(ends.in, ends, line_length(ends.in))),
      out_(rows_of(ends.out, ends, line_length(ends.out))) {
  if (ends.transform == LineTransform::copy) return;
  void* plane = workspace.plane.get();
  void* in =
      in_.direct ? ends.in.address(ends.in.segments[0], 0, 0, plane) : workspace.in_tile.get();
  void* out =
      out_.direct ? ends.out.address(ends.out.segments[0], 0, 0, plane) : workspace.out_tile.get();
  if (in == out) {  // rows are transformed out of place
    in_ = {tile_stride(line_length(ends.in)), false};
    in = workspace.in_tile.get();
  }
  if (has_twiddles(ends.transform)) twiddles_ = plans.twiddles(ends.points);
  const LineTransform transform =
      has_twiddles(ends.transform) ? LineTransform::c2c : ends.transform;
  RowShape shape{transform,
                 ends.in.is_real ? Element::real : Element::complex,
                 transform == LineTransform::c2c ? sign : 0,
                 ends.length,
                 tile_rows_,
                 in_.stride,
                 out_.stride};
  if (ends.rows >= tile_rows_) full_ = plans.get(shape, in, out);
  shape.count = ends.rows % tile_rows_;
  if (shape.count > 0) rest_ = plans.get(shape, in, out);
}

template <class Real>
typename RowPass<Real>::Rows RowPass<Real>::rows_of(const Side& side, const PreparedEnds& ends,
                                                    Index line) {
  const PreparedSegment& only = side.segments[0];
  const Index unit = static_cast<Index>(side.element_bytes);
  const bool direct = ends.transform != LineTransform::copy && !has_twiddles(ends.transform) &&
                      side.segments.size() == 1 && only.line_stride == 1 &&
                      aligned(static_cast<Index>(reinterpret_cast<std::uintptr_t>(only.base))) &&
                      aligned(only.offset * unit) && aligned(only.tile_stride * unit) &&
                      aligned(only.plane_stride * unit);
  return {direct ? only.tile_stride : tile_stride(line), direct};
}

template <class Real>
void RowPass<Real>::load(const PreparedEnds& ends, Index row, Index rows, Index plane,
                         Workspace& workspace) const {
  void* tile = workspace.in_tile.get();
  for (const PreparedSegment& segment : ends.in.segments) {
    const void* source = ends.in.address(segment, row, plane, workspace.plane.get());
    if (ends.in.is_real) {
      load_tile(segment, static_cast<const Real*>(source), rows, static_cast<Real*>(tile),
                in_.stride);
    } else {
      using Complex = std::complex<Real>;
      load_tile(segment, static_cast<const Complex*>(source), rows, static_cast<Complex*>(tile),
                in_.stride);
    }
  }
}

template <class Real>
void RowPass<Real>::store(const PreparedEnds& ends, Index row, Index rows, Index plane,
                          Workspace& workspace, void* tile) const {
  for (const PreparedSegment& segment : ends.out.segments) {
    if (segment.absent) continue;
    void* target = ends.out.address(segment, row, plane, workspace.plane.get());
    const Index stride = ends.transform == LineTransform::copy ? in_.stride : out_.stride;
    if (ends.out.is_real) {
      store_tile(segment, static_cast<Real*>(target), rows, static_cast<const Real*>(tile), stride);
    } else {
      using Complex = std::complex<Real>;
      store_tile(segment, static_cast<Complex*>(target), rows, static_cast<const Complex*>(tile),
                 stride);
    }
  }
}

template <class Real>
void RowPass<Real>::twiddle(const PreparedEnds& ends, Index row, Index rows, void* tile,
                            Index stride) const {
  auto* const lines = static_cast<std::complex<Real>*>(tile);
  for (Index r = 0; r < rows; ++r) {
    twiddles_->multiply(lines + r * stride, ends.length, ends.first_row + row + r, sign_);
  }
}

template <class Real>
void RowPass<Real>::run(const PreparedEnds& ends, Index plane, Range rows,
                        Workspace& workspace) const {
  void* plane_buffer = workspace.plane.get();
  for (Index row = rows.lo; row < rows.hi; row += tile_rows_) {
    const Index count = std::min(tile_rows_, rows.hi - row);
    void* in = workspace.in_tile.get();
    if (in_.direct) {
      in = ends.in.address(ends.in.segments[0], row, plane, plane_buffer);
    } else {
      load(ends, row, count, plane, workspace);
    }
    if (ends.transform == LineTransform::copy) {
      store(ends, row, count, plane, workspace, in);
      continue;
    }
    void* out = workspace.out_tile.get();
    if (out_.direct) out = ends.out.address(ends.out.segments[0], row, plane, plane_buffer);
    if (ends.transform == LineTransform::twiddle_c2c) twiddle(ends, row, count, in, in_.stride);
    (count == tile_rows_ ? full_ : rest_)->execute(in, out, workspace.lanes.get());
    if (ends.transform == LineTransform::c2c_twiddle) twiddle(ends, row, count, out, out_.stride);
    if (!out_.direct) store(ends, row, count, plane, workspace, out);
  }
}

template class RowFfts<double>;
template class RowFfts<float>;
template class RowPass<double>;
template class RowPass<float>;

}  // namespace taskfft
