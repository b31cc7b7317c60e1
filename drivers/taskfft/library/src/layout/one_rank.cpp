#include "layout/one_rank.hpp"

#include "layout/natural_order.hpp"

namespace taskfft {
namespace {

bool alone(const Geometry& g) {
  return g.depth == 1 && g.grid[0] * g.grid[1] == 1;
}

/// Whether each plane of the spectrum, or row of two dimensions, fits where the written array has
/// the same one.
bool has_room(const Geometry& g, Placement placement, Order order, bool forward) {
  if (g.truncated()) return false;
  const bool moves = g.reordered() || !returns(g, order);
  if (moves && placement == Placement::in_place) return false;
  return forward || !g.halved() || padded(g, placement);
}

/// Every transform in place of its inverse, in the same order: what one axis becomes does not
/// depend on the others, as long as no lines are halved.
Decomposition inverted(Decomposition d) {
  for (StageShape& stage : d.stages) {
    for (PassShape& pass : stage.passes) pass.transform = inverse(pass.transform);
  }
  return d;
}

/// Backward through rows as the arrays have them, since rows are transformed fastest: points lie
/// side by side between two passes as they do before and after.
Decomposition reversed_by_rows(const Decomposition& forward) {
  constexpr int row_axis = 2;
  Decomposition d = reversed(forward);
  for (StageShape& stage : d.stages) {
    if (stage.passes.size() == 2 && stage.plane_axis != row_axis) stage.row_axis = row_axis;
  }
  return d;
}

}  // namespace

bool natural_on_one_rank(const Geometry& g, Order order) {
  return returns(g, order) && alone(g);
}

bool side_by_side_on_one_rank(const Geometry& g, Order order) {
  return alone(g) && (returns(g, order) || g.fastest_axis != 0);
}

Decomposition one_rank_decomposition(const Geometry& g, Placement placement, Order order,
                                     bool forward, bool one_first) {
  Decomposition d = forward_decomposition(g, Order::transposed);
  if (returns(g, order) || g.fastest_axis == 2) store_as_input(d, g);
  StageShape& last = d.stages.back();
  const bool room = has_room(g, placement, order, forward);
  if (room) {
    d.exchanges.clear();
    last.source = d.stages.front().target = {End::Kind::array, kBetween};
  }
  if (forward) return d;
  if (!room) return reversed(d);
  const bool by_rows = g.halved() || one_first || !returns(g, order);
  return by_rows ? reversed_by_rows(d) : inverted(std::move(d));
}

}  // namespace taskfft
