#pragma once
/// A transform of lines with pointers, by whichever kernel can do it.

#include <optional>

#include "lines/lane_pass.hpp"
#include "lines/row_pass.hpp"

namespace taskfft {

/// What the passes of a plan share: transforms by shape.
template <class Real>
struct Kernels {
  explicit Kernels(Effort effort) : rows(effort) {}
  RowFfts<Real> rows;
  RowFfts<Real> own_rows{};  ///< the same as `rows` where there is no FFTW
  LaneFfts<Real> lanes;
};

/// A LinePass with pointers and a kernel: lanes where they are wanted and possible, or else rows,
/// by our own kernels with LineKernel::own.
template <class Real>
class PreparedPass {
 public:
  PreparedPass(const LinePass& pass, const Box& box, int sign, const BufferPointers& buffers,
               const Workspace& workspace, LineKernel kernel, Kernels<Real>& kernels);

  /// Number of planes, counted from 0 in run(), and of the lines in each.
  Index planes() const { return ends_.planes; }
  Index rows() const { return ends_.rows; }
  /// How many lines of a plane to run at a time so that they are in the cache afterwards: whole
  /// tiles, and no more than one of them or so many bytes.
  Index block_rows() const;
  bool uses_lanes() const { return lanes_.has_value(); }
  /// Whether what is stored around the cache can be multiplied on its way.
  bool scales() const { return lanes_ && lanes_->scales(); }
  /// `stores`: around the cache, or by panels, where the kernel can. `factor`: of what is stored, 1
  /// unless it streams and scales().
  void run(Index plane, Stores stores, Workspace& workspace, Real factor = 1) const {
    run(plane, {0, ends_.rows}, stores, workspace, factor);
  }
  /// Some lines of a plane: whole blocks of block_rows(), or what the plane has left.
  void run(Index plane, Range rows, Stores stores, Workspace& workspace, Real factor = 1) const;
  /// Multiplies what such lines have become.
  void scale(Index plane, Range rows, Real factor, Workspace& workspace) const;

 private:
  PreparedEnds ends_;
  std::optional<RowPass<Real>> rows_;
  std::optional<LanePass<Real>> lanes_;  ///< neither: runs are copied
  /// Where whole planes are written: by panels, and around the cache if their rows are no whole
  /// vectors, the lines are transformed in the worker's plane, which is then copied around it.
  std::optional<PreparedEnds> in_place_;
};

/// Workspace that an item needs.
template <class Real>
WorkspaceSize workspace_of(const WorkItem& item);

extern template class PreparedPass<double>;
extern template class PreparedPass<float>;

}  // namespace taskfft
