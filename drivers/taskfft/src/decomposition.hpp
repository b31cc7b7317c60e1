#pragma once

#include <string>
#include <vector>

#include "box.hpp"
#include "kernel.hpp"

namespace taskfft {

struct PassShape {
  int axis;
  Kernel kernel;
};

/// Work between two exchanges, on a box whose pass axes are whole on this rank.
struct StageShape {
  Box box;  ///< in spectrum coordinates (r2c: last axis halved)
  std::vector<PassShape> passes;
  int plane_axis;  ///< outermost loop; one plane goes through all passes while it is in cache
  int chunk_axis;  ///< cut into compute chunks
};

/// Which of the two sub-communicators an exchange runs in.
enum class Comm { column, row };  // column: split over p (same r % q), row: over q (same r / q)

/// An exchange is described from one side: where axis `split` is split and axis `whole` is whole.
/// On the other side it is the other way round.
struct ExchangeShape {
  Comm comm;
  int split;
  int whole;
  int group_axis;  ///< cut into message groups, on the side where it is split
  bool reversed;   ///< data flow from the other side to this one
  int third() const { return 3 - split - whole; }
};

/// The whole transform in one direction: stages.size() == exchanges.size() + 1.
struct Decomposition {
  std::vector<StageShape> stages;
  std::vector<ExchangeShape> exchanges;
};

/// The geometry of a problem on a grid, in internal axes: a two-dimensional array becomes
/// (1, n0, n1) on the grid {1, P}. So does a one-dimensional one of n0 n1 points: the input's point
/// is j = j0 n1 + j1, the output's k = k1 n0 + k0.
struct Geometry {
  int dims;
  Triple extents;   ///< of the input
  Triple spectrum;  ///< of the output
  std::array<int, 2> grid;
  std::array<int, 2> coords;
  Transform transform;
  Element element;  ///< of the output, and of all between the first pass and it
  Element input_element() const {
    return transform == Transform::c2c ? Element::complex : Element::real;
  }
  Index points() const { return extents[0] * extents[1] * extents[2]; }
  bool slab() const { return dims <= 2 || grid[1] == 1; }
};

Geometry make_geometry(const Problem& problem, std::array<int, 2> grid, int rank);

/// The two factors of a one-dimensional array's length that are closest to its square root, the
/// smaller one first.
std::array<Index, 2> factors(Index length);

/// Whether the output goes back to where the input was. One-dimensional output is in natural order
/// when it comes out.
bool returns(const Geometry& geometry, Order order);

Decomposition forward_decomposition(const Geometry& geometry, Order order);

/// The same steps backwards, every kernel becoming its inverse.
Decomposition reversed(const Decomposition& forward);

/// Box of the input (real extents for r2c) and of the output.
Box input_box(const Geometry& geometry);
Box output_box(const Geometry& geometry, Order order);

}  // namespace taskfft
