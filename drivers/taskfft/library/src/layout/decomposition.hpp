#pragma once
/// The stages of a transform, and who holds what in each.

#include <string>
#include <vector>

#include "layout/box.hpp"
#include "layout/line_transform.hpp"
#include "taskfft/options.hpp"

namespace taskfft {

/// The elements of lines on one side of a pass. Of a truncated spectrum's, positions in a gap are
/// not stored: they count as zero, and nothing is made of them.
struct Line {
  Range stored;
  Range gap{};  ///< positions of the whole line
  Index length() const { return stored.size() + gap.size(); }
};

struct PassShape {
  int axis;
  LineTransform transform;
  Line in;
  Line out;
  bool returns = false;  ///< on the way back of a round trip
};

/// A pass that leaves lines as long as they are in a box.
PassShape pass_along(const Box& box, int axis, LineTransform transform);

/// The arrays of a direction, by index: the one it reads and the one it writes; and the lines that
/// lie in the latter between two stages: with small work memory, and in natural order on one rank.
inline constexpr int kFrom = 0;
inline constexpr int kTo = 1;
inline constexpr int kBetween = 2;
inline constexpr int kArrays = 3;

/// Where a stage finds its lines or leaves them: an array or an exchange, by index.
struct End {
  enum class Kind { array, exchange };
  Kind kind;
  int index;
  bool is_exchange() const { return kind == Kind::exchange; }
  bool operator==(const End&) const = default;
};

/// What a stage touches of the arrays, if they are exchanged in pieces: one of the pieces of
/// planes, one of columns.
inline constexpr int kAll = -1;
struct Piece {
  int planes = kAll;
  int columns = kAll;
};

/// Work between two ends, on a box whose pass axes are whole on this rank.
struct StageShape {
  /// What lies between its passes; of a single one in the spectrum's coordinates along its axis.
  Box box;
  std::vector<PassShape> passes;
  int plane_axis;  ///< outermost loop; one plane goes through all passes while it is in cache
  int chunk_axis;  ///< cut into compute chunks
  End source{End::Kind::array, kFrom};
  End target{End::Kind::array, kTo};
  Piece piece{};
  /// Of two passes: along which points lie side by side between them; none: as the first one's.
  int row_axis = kAll;

  /// Whether it transforms lines forward and back again, as a round trip does.
  bool turns() const { return passes.size() == 2 && passes[0].axis == passes[1].axis; }
  /// What it reads, and what it writes: lines may be longer or shorter there.
  Box source_box() const;
  Box target_box() const;
};

/// Which of the sub-communicators an exchange runs in: the ranks of a column or row of the grid on
/// which the transforms are done, or those that share a pencil or slab of it as bricks.
enum class Comm { column, row, depth };
inline constexpr int kComms = 3;

/// An exchange is described from one side: where axis `split` is split and axis `whole` is whole.
/// On the other side it is the other way round.
struct ExchangeShape {
  Comm comm;
  int split;
  int whole;
  int group_axis;  ///< cut into message groups, on the side where it is split
  bool reversed;   ///< data flow from the other side to this one
  Element element;
  Triple extents;              ///< of the whole array that is exchanged
  bool third_fastest = false;  ///< in a block; otherwise the axis that is whole lies fastest
  int third() const { return 3 - split - whole; }
};

/// The whole transform in one direction, stages in their static order. One stage writes to an
/// exchange, a later one reads from it.
struct Decomposition {
  std::vector<StageShape> stages;
  std::vector<ExchangeShape> exchanges;
  Piece pieces{};  ///< how many there are, kAll: arrays go as a whole
  bool in_pieces() const { return pieces.columns != kAll; }
};

/// By exchange, the stage that writes to it and the one that reads from it.
struct StagePair {
  std::size_t writer;
  std::size_t reader;
};
std::vector<StagePair> stages_beside_exchanges(const Decomposition& decomposition);

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

/// What a rank of an exchange holds of an axis, on the side where the exchange splits it.
Range share_of(const Geometry& geometry, const ExchangeShape& exchange, int axis, int rank);

/// The two factors of a one-dimensional array's length that are closest to its square root, the
/// smaller one first.
std::array<Index, 2> factors(Index length);

/// Whether the output goes back to where the input was. One-dimensional output is in natural order
/// when it comes out.
bool returns(const Geometry& geometry, Order order);

Decomposition forward_decomposition(const Geometry& geometry, Order order);

/// The same steps backwards, every transform becoming its inverse.
Decomposition reversed(const Decomposition& forward);

/// The steps of one field for one after the other, with arrays and exchanges of their own: field f
/// has the arrays kArrays f + kFrom and so forth.
Decomposition repeated(const Decomposition& one, int fields);

/// Whether the rows of the input have room for their half spectra.
bool padded(const Geometry& geometry, Placement placement);

/// Box of the input (real extents for r2c) and of the output.
Box input_box(const Geometry& geometry);
Box output_box(const Geometry& geometry, Order order);

/// Of the spectrum's lines along axis 1, on the ranks of three dimensions.
Box rows_box(const Geometry& geometry);

}  // namespace taskfft
