#include "layout/geometry.hpp"

#include <algorithm>

#include "taskfft/spectrum.hpp"

namespace taskfft {
namespace {

/// Internal axes in the problem's order: the halved one is the last of them, the others keep their
/// order.
std::array<int, 3> internal_axes(const std::vector<Transform>& kinds) {
  std::array<int, 3> axes{0, 1, 2};
  const std::size_t front = 3 - kinds.size();
  int next = static_cast<int>(front);
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    axes[front + axis] = kinds[axis] == Transform::r2c ? 2 : next++;
  }
  return axes;
}

}  // namespace

bool Geometry::truncated() const {
  for (int axis = 0; axis < 3; ++axis) {
    if (spectrum[axis] != whole_spectrum(*this, axis)) return true;
  }
  return false;
}

Geometry make_geometry(const Problem& problem, Grid grid, int rank) {
  Geometry g{};
  g.dims = static_cast<int>(problem.extents.size());
  g.element = output_element(problem);
  const std::vector<Transform> kinds = axis_kinds(problem);
  g.axes = internal_axes(kinds);
  g.extents = g.spectrum = {1, 1, 1};
  const std::vector<Index> elements = spectrum_extents(problem);
  const std::size_t front = 3 - kinds.size();
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    const auto internal = static_cast<std::size_t>(g.axes[front + axis]);
    g.transforms[internal] = forward_line_transform(kinds[axis]);
    g.extents[internal] = problem.extents[axis];
    g.spectrum[internal] = elements[axis];
  }
  if (g.dims == 1) {
    const auto [rows, columns] = factors(problem.extents[0]);
    g.extents = g.spectrum = {1, rows, columns};
  }
  const auto [p, q, r] = grid;
  g.depth = std::max(r, 1);
  const int in_depth = rank % g.depth;
  g.coords = {rank / g.depth / q, rank / g.depth % q};
  const bool makes_slabs = q == 1 && p * g.depth <= std::min(g.extents[0], g.spectrum[1]);
  g.folded = makes_slabs ? 0 : 1;
  g.grid = {p, q};
  g.grid[g.folded] *= g.depth;
  g.coords[g.folded] = g.coords[g.folded] * g.depth + in_depth;
  if (g.dims <= 2) {
    g.grid = {1, p};
    g.coords = {0, rank};
  }
  return g;
}

int ranks_of(const Geometry& g, Comm comm) {
  return comm == Comm::depth ? g.depth : g.grid[comm == Comm::column ? 0 : 1];
}

int rank_in(const Geometry& g, Comm comm) {
  return comm == Comm::depth ? g.coords[g.folded] % g.depth
                             : g.coords[comm == Comm::column ? 0 : 1];
}

int part_of(const Geometry& g, Comm comm) {
  if (comm == Comm::column) return g.coords[1];
  if (comm == Comm::row) return g.coords[0];
  const int bricked = g.grid[g.folded] / g.depth;
  return g.coords[1 - g.folded] * bricked + g.coords[g.folded] / g.depth;
}

int rank_of(const Geometry& g, Comm comm, int peer) {
  const int split = comm == Comm::depth ? g.folded : comm == Comm::column ? 0 : 1;
  std::array<int, 2> coords = g.coords;
  coords[split] += peer - rank_in(g, comm);
  const int in_depth = coords[g.folded] % g.depth;
  coords[g.folded] /= g.depth;
  const int columns = g.folded == 1 ? g.grid[1] / g.depth : g.grid[1];
  return (coords[0] * columns + coords[1]) * g.depth + in_depth;
}

std::array<Index, 2> factors(Index length) {
  Index smaller = 1;
  for (Index f = 2; f <= length / f; ++f) {
    if (length % f == 0) smaller = f;
  }
  return {smaller, length / smaller};
}

bool returns(const Geometry& g, Order order) {
  return order == Order::natural && g.dims > 1;
}

int best_fastest_axis(const Geometry& g) {
  if (g.dims != 3 || g.transforms[0] != LineTransform::c2c) return 0;
  return g.halved() ? 1 : 2;
}

bool padded(const Geometry& g, Placement placement) {
  return g.halved() && g.depth == 1 && (placement == Placement::in_place || g.small_work);
}

Index whole_spectrum(const Geometry& g, int axis) {
  return halves(g.transforms[axis]) ? g.extents[axis] / 2 + 1 : g.extents[axis];
}

Box split_box(const Geometry& g, const Triple& extents, int over_p, int over_q) {
  Box box = whole_box(extents);
  if (over_p >= 0) box[over_p] = split(box[over_p], g.grid[0], g.coords[0]);
  if (over_q >= 0) box[over_q] = split(box[over_q], g.grid[1], g.coords[1]);
  return box;
}

Box brick_box(const Geometry& g, const Triple& extents) {
  Box box = split_box(g, extents, 0, 1);
  const int me = rank_in(g, Comm::depth);
  const int first = g.coords[g.folded] - me;
  const Range folded{0, extents[g.folded]};
  box[g.folded].lo = split(folded, g.grid[g.folded], first).lo;
  box[g.folded].hi = split(folded, g.grid[g.folded], first + g.depth - 1).hi;
  box[2] = split(box[2], g.depth, me);
  return box;
}

Box input_box(const Geometry& g) {
  return g.dims <= 2 ? split_box(g, g.extents, -1, 1) : brick_box(g, g.extents);
}

Box rows_box(const Geometry& g) {
  return split_box(g, g.spectrum, 0, 2);
}

Box output_box(const Geometry& g, Order order) {
  if (returns(g, order)) {
    return g.dims == 2 ? split_box(g, g.spectrum, -1, 1) : brick_box(g, g.spectrum);
  }
  return g.dims <= 2 ? split_box(g, g.spectrum, -1, 2) : split_box(g, g.spectrum, 1, 2);
}

}  // namespace taskfft
