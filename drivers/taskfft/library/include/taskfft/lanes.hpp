#pragma once
/// Transforms of as many lines at once as a vector register has lanes: every register holds the
/// same element of all of them, so strided axes cost no more than contiguous ones and no butterfly
/// shuffles. (ducc0 and pocketfft by M. Reinecke work this way across lines.) Lines that are
/// contiguous at both ends have lanes along them, but for short ones.

#include <span>
#include <vector>

#include "taskfft/aligned_buffer.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// What lanes do to lines: complex to complex, real to half-complex, and back.
enum class LaneTransform { c2c, r2c, c2r };

/// A part of every line of a tile, in complex numbers: element i of line k is at
/// start + 2 (i * along + k * across). Lines of reals are pairs taken for complex numbers. Where
/// start is null, the elements are zero when they are read, and lost when they are written.
template <class Real>
struct LanePiece {
  Real* start;
  Index length;
  Index along;
  Index across;
};

/// One end of a tile's lines: pieces that together hold whole lines, all of one kind.
template <class Real>
struct LaneSide {
  const LanePiece<Real>* pieces;
  int count;
  bool adjacent;  ///< lines lie side by side (across == 1); otherwise each is contiguous
  bool stream;    ///< store around the cache; every store is then a whole aligned vector
};

/// One Stockham pass over the points.
template <class Real>
struct LaneStep {
  int radix;
  Index left;            ///< points of the transforms that it leaves to do: 1 after the last pass
  const Real* twiddles;  ///< for every block of butterflies: radix - 1 roots, re and im
};

/// Passes for contiguous lines with lanes along them. The first one's roots are vectors: for every
/// vector of butterflies radix - 1, with a root for each of these.
template <class Real>
struct LaneRows {
  bool contiguous;  ///< whether they are for lines contiguous at both ends, however many
  bool few_lines;   ///< whether they are for few lines of any kind
  int steps;
  const LaneStep<Real>* step;
  const Real* halves;  ///< r2c, c2r: -i exp(-pi i k / points), k = 0 .. points - 1, as vectors; of
                       ///< r2c, half
};

/// What the kernel is given; LaneFft owns what it points to.
template <class Real>
struct LaneProgram {
  LaneTransform transform;
  bool inverse;  ///< exponent sign +1: real and imaginary parts trade places at both ends
  Index points;  ///< of the complex transform: half the line's for r2c and c2r
  Index padded;  ///< that the passes have: `points`, or as many as a convolution needs
  int steps;
  const LaneStep<Real>* step;
  LaneRows<Real> rows;
  const Real* halves;    ///< r2c, c2r: exp(-2 pi i k / (2 points)), k = 0 .. points / 2
  const Real* chirp;     ///< exp(-pi i j^2 / points), j = 0 .. points - 1; null without padding
  const Real* response;  ///< the transform of the conjugate chirp, over `padded`
};

/// The kernel for an instruction set and a width of its vectors.
template <class Real>
struct LaneKernel {
  const char* name;
  int width;                     ///< lines at once
  std::span<const int> radices;  ///< of its passes, the largest first
  /// Transforms `rows` <= width lines. `scratch`: 2 (padded + 1) * 2 * width numbers, aligned to
  /// 64; `table`: points pointers.
  void (*run)(const LaneProgram<Real>&, const LaneSide<Real>& in, const LaneSide<Real>& out,
              int rows, Real* scratch, Real** table);
};

/// The kernels that this processor can run, the widest first; none where the library was compiled
/// for another kind of processor alone.
template <class Real>
std::vector<LaneKernel<Real>> lane_kernels();

/// How the lines of a pass lie in memory.
enum class LineLayout {
  side_by_side,  ///< at both ends
  contiguous,    ///< at one of them, or both
};

/// The kernel that this processor runs fastest: the widest. But most contiguous lines are shuffled
/// into lanes and out of them, in squares of vectors, and in squares of half as wide ones each
/// number is shuffled a third less often, in single precision a fourth; so for these the kernel
/// with vectors as wide as what computes with them, where the processor takes its widest in halves.
/// Throws ResourceError where there is no kernel.
template <class Real>
const LaneKernel<Real>& fastest_kernel(LineLayout layout);

/// The transform of one line length: any number of points, for real lines an even one. Immutable;
/// execute() is thread safe. Lengths with other prime factors than 2, 3, 5, 7, 11 and 13 are
/// convolutions (Bluestein): two transforms of at least twice the points.
template <class Real>
class LaneFft {
 public:
  /// By the fastest kernel for lines that lie so, or another one. Throws ResourceError where this
  /// processor runs none, and ArgumentError for no points or real lines of an odd number.
  LaneFft(LineLayout layout, LaneTransform transform, int sign, Index length);
  LaneFft(const LaneKernel<Real>& lanes, LaneTransform transform, int sign, Index length);

  /// Bytes of scratch memory that execute() needs, for the widest kernel and any transform of this
  /// length. Throws likewise.
  static std::size_t scratch_bytes(Index length);
  int width() const { return lanes_.width; }
  /// Whether lines that are in one piece at both ends have lanes along them, so that each is
  /// written whole before the next one.
  bool has_lanes_along_lines() const { return program_.rows.contiguous; }
  /// Transforms `rows` <= width() lines, each of which may stay where it is: in place both sides
  /// have the same pieces. `scratch` is aligned to 64.
  void execute(const LaneSide<Real>& in, const LaneSide<Real>& out, int rows, void* scratch) const;

 private:
  void append_chirp(Real* to);
  void plan_rows();

  LaneKernel<Real> lanes_;
  LaneProgram<Real> program_;
  std::vector<LaneStep<Real>> steps_, row_steps_;
  AlignedBuffer<Real> twiddles_, row_roots_;
};

extern template class LaneFft<double>;
extern template class LaneFft<float>;

}  // namespace taskfft
