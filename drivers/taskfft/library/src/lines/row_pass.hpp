#pragma once
/// A pass on rows gathered into the cache.

#include <map>
#include <optional>

#include "lines/row_fft.hpp"
#include "lines/side.hpp"
#include "lines/twiddles.hpp"
#include "lines/workspace.hpp"

namespace taskfft {

/// Transforms of rows by shape: all chunks of a stage share one, and so do equal shapes of both
/// directions. Likewise the roots of unity for twiddles.
template <class Real>
class RowFfts {
 public:
  /// By FFTW with this effort, where there is FFTW.
  explicit RowFfts(Effort effort) : effort_(effort) {}
  /// By our own kernels.
  RowFfts() = default;
  const RowFft<Real>* get(const RowShape& shape, void* in, void* out);
  const Twiddles* twiddles(Index points);

 private:
  std::unique_ptr<RowFft<Real>> make(const RowShape& shape, void* in, void* out,
                                     const RowFft<Real>* alike) const;

  std::optional<Effort> effort_;
  std::map<RowShape, std::unique_ptr<RowFft<Real>>> plans_;
  std::map<Index, Twiddles> twiddles_;  ///< by points
};

/// Lines as contiguous rows, a tile at a time: gathered into rows that stay in the
/// first-level cache, transformed, and stored where they belong. A side whose lines are contiguous
/// already is transformed from or to its place directly. LineTransform::copy only gathers and
/// stores.
template <class Real>
class RowPass {
 public:
  RowPass(const PreparedEnds& ends, int sign, const Workspace& workspace, RowFfts<Real>& plans);

  /// `rows` begin at a multiple of tile() and end at one, or with the plane.
  void run(const PreparedEnds& ends, Index plane, Range rows, Workspace& workspace) const;
  /// Lines at once.
  Index tile() const { return tile_rows_; }

 private:
  /// What the transform sees of one side.
  struct Rows {
    Index stride;
    bool direct;  ///< the only segment takes the place of a tile
  };
  static Rows rows_of(const Side& side, const PreparedEnds& ends, Index line);
  void twiddle(const PreparedEnds& ends, Index row, Index rows, void* tile, Index stride) const;
  void load(const PreparedEnds& ends, Index row, Index rows, Index plane,
            Workspace& workspace) const;
  void store(const PreparedEnds& ends, Index row, Index rows, Index plane, Workspace& workspace,
             void* tile) const;

  int sign_;
  Index tile_rows_;
  Rows in_;
  Rows out_;
  const RowFft<Real>* full_ = nullptr;  ///< for tile_rows_ rows
  const RowFft<Real>* rest_ = nullptr;  ///< for the rows left over
  const Twiddles* twiddles_ = nullptr;
};

extern template class RowFfts<double>;
extern template class RowFfts<float>;
extern template class RowPass<double>;
extern template class RowPass<float>;

}  // namespace taskfft
