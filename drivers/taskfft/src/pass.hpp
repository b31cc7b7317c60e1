#pragma once

#include <array>
#include <map>
#include <vector>

#include "aligned_buffer.hpp"
#include "fftw_support.hpp"
#include "tile.hpp"
#include "work.hpp"

namespace taskfft {

/// Where each buffer begins; the plane buffer is in the worker's workspace instead.
using BufferPointers = std::array<void*, kBuffers>;

/// Scratch memory of one worker.
struct Workspace {
  AlignedBuffer<std::byte> plane;
  AlignedBuffer<std::byte> in_tile;
  AlignedBuffer<std::byte> out_tile;
};

/// Plans by shape: all chunks of a stage, and both directions' equal shapes, share one.
template <class Real>
class PlanCache {
 public:
  explicit PlanCache(Effort effort) : effort_(effort) {}
  const RowFft<Real>* get(const RowShape& shape, void* in, void* out);

 private:
  Effort effort_;
  std::map<RowShape, RowFft<Real>> plans_;
};

/// A LinePass with pointers and FFTW plans. Lines are taken a tile at a time: gathered into
/// contiguous rows that stay in the first-level cache, transformed, and stored where they belong.
/// A side whose lines are contiguous already is transformed from or to its place directly.
template <class Real>
class BoundPass {
 public:
  BoundPass(const LinePass& pass, const Box& box, int sign, const BufferPointers& buffers,
            const Workspace& workspace, PlanCache<Real>& plans);

  /// Number of planes, counted from 0 in run().
  Index planes() const { return planes_; }
  void run(Index plane, Workspace& workspace) const;

 private:
  struct Side {
    std::vector<BoundSegment> segments;
    std::size_t element_bytes;
    Index row_stride;  ///< between the rows that FFTW sees
    bool direct;       ///< FFTW works on the only segment in place of a tile
    bool is_real;
  };
  Side bind(const LinePass& pass, const std::vector<Segment>& segments, Range line, bool is_real,
            const Box& box, const BufferPointers& buffers) const;
  static void* address(const Side& side, const BoundSegment& segment, Index row, Index plane,
                       const Workspace& workspace);
  void load(Index row, Index rows, Index plane, const Workspace& workspace, void* tile) const;
  void store(Index row, Index rows, Index plane, const Workspace& workspace, void* tile) const;

  Kernel kernel_;
  Index rows_;
  Index planes_;
  Index tile_rows_;
  Side in_;
  Side out_;
  const RowFft<Real>* full_ = nullptr;  ///< for tile_rows_ rows
  const RowFft<Real>* rest_ = nullptr;  ///< for the rows left over
};

/// Bytes of workspace that these items need.
struct WorkspaceSize {
  std::size_t plane = 0;
  std::size_t tile = 0;
  void include(const WorkItem& item, std::size_t complex_bytes);
};

extern template class PlanCache<double>;
extern template class PlanCache<float>;
extern template class BoundPass<double>;
extern template class BoundPass<float>;

}  // namespace taskfft
