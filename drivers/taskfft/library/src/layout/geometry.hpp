#pragma once
/// A problem on a grid of ranks: its axes and extents, and which boxes of its arrays a rank holds.

#include "layout/box.hpp"
#include "layout/line_transform.hpp"
#include "taskfft/options.hpp"

namespace taskfft {

/// Which of the sub-communicators an exchange runs in: the ranks of a column or row of the grid on
/// which the transforms are done, or those that share a pencil or slab of it as bricks.
enum class Comm { column, row, depth };
inline constexpr int kComms = 3;

/// The geometry of a problem on a grid, in internal axes: a two-dimensional array becomes
/// (1, n0, n1) on the grid {1, P}. So does a one-dimensional one of n0 n1 points: the input's point
/// is j = j0 n1 + j1, the output's k = k1 n0 + k0. The axis that is halved is the last one.
struct Geometry {
  int dims;
  std::array<int, 3> axes;  ///< in the problem's order, whose last `dims` are its own
  Triple extents;           ///< of the input
  Triple spectrum;          ///< of the output: halved, truncated
  std::array<int, 2> grid;  ///< of the transforms
  std::array<int, 2> coords;
  int depth;   ///< bricks in a pencil or slab, along the last axis
  int folded;  ///< the axis that these ranks share while the last one is whole: 0 or 1
  std::array<LineTransform, 3>
      transforms;   ///< forward, along each axis; of one-dimensional arrays not used
  Element element;  ///< of the output, and of all between the first pass and it
  bool halved() const { return transforms[2] == LineTransform::r2c; }
  Element input_element() const { return halved() ? Element::real : element; }
  bool truncated() const;
  bool reordered() const { return axes != std::array{0, 1, 2}; }
  bool small_work = false;  ///< exchanges go in pieces, in arrays arranged for it
  /// In transposed order the axis along which points lie side by side. With 1 or 2 so do the lines
  /// along axis 0, as processors transform them fastest; with 0 each of them is contiguous.
  int fastest_axis = 0;
  Index points() const { return extents[0] * extents[1] * extents[2]; }
  bool slab() const { return dims <= 2 || grid[1] == 1; }
};

Geometry make_geometry(const Problem& problem, Grid grid, int rank);

/// Ranks of a sub-communicator, and which of them I am.
int ranks_of(const Geometry& geometry, Comm comm);
int rank_in(const Geometry& geometry, Comm comm);

/// Which of the sub-communicators of a kind a rank is in: ranks with the same number share one.
int part_of(const Geometry& geometry, Comm comm);

/// A rank of my sub-communicator as a rank of all.
int rank_of(const Geometry& geometry, Comm comm, int peer);

/// The two factors of a one-dimensional array's length that are closest to its square root, the
/// smaller one first.
std::array<Index, 2> factors(Index length);

/// Whether the output goes back to where the input was. One-dimensional output is in natural order
/// when it comes out.
bool returns(const Geometry& geometry, Order order);

/// Elements of a whole spectrum along an axis.
Index whole_spectrum(const Geometry& geometry, int axis);

/// The axis along which complex lines along axis 0 are transformed fastest, a line in each lane:
/// the last one, but that rows of n/2 + 1 would leave lanes over. 0: of real to real kinds, which
/// FFTW wants contiguous, and of less than three dimensions.
int best_fastest_axis(const Geometry& geometry);

/// My part of an array: axis `over_p` split over p and axis `over_q` over q; a negative axis is
/// left whole.
Box split_box(const Geometry& geometry, const Triple& extents, int over_p, int over_q);

/// My brick of an array: what the ranks of my depth hold of the folded axis while the last one is
/// whole, and my part of the last axis.
Box brick_box(const Geometry& geometry, const Triple& extents);

/// Whether the rows of the input have room for their half spectra.
bool padded(const Geometry& geometry, Placement placement);

/// Box of the input (real extents for r2c) and of the output.
Box input_box(const Geometry& geometry);
Box output_box(const Geometry& geometry, Order order);

/// Of the spectrum's lines along axis 1, on the ranks of three dimensions.
Box rows_box(const Geometry& geometry);

}  // namespace taskfft
