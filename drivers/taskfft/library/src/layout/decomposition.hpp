#pragma once
/// The stages of a transform, and the exchanges between them.

#include <vector>

#include "layout/geometry.hpp"

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
/// lie in the latter between two stages: with small work memory, and on one rank where it has room
/// for them (one_rank.hpp).
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

  /// Whether both passes have the same lines: forward and back again, as in a round trip, or shown
  /// and then back.
  bool turns() const { return passes.size() == 2 && passes[0].axis == passes[1].axis; }
  /// What it reads, and what it writes: lines may be longer or shorter there.
  Box source_box() const;
  Box target_box() const;
};

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
  int ranges = 0;              ///< into which groups that go across are cut; 0: none do
  int across_axis = -1;        ///< along which
  Index across_tile = 1;       ///< and between how many indices
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

/// What a rank of an exchange holds of an axis, on the side where the exchange splits it.
Range share_of(const Geometry& geometry, const ExchangeShape& exchange, int axis, int rank);

Decomposition forward_decomposition(const Geometry& geometry, Order order);

/// The same steps backwards, every transform becoming its inverse.
Decomposition reversed(const Decomposition& forward);

/// The steps of one field for one after the other, with arrays and exchanges of their own: field f
/// has the arrays kArrays f + kFrom and so forth.
Decomposition repeated(const Decomposition& one, int fields);

}  // namespace taskfft
