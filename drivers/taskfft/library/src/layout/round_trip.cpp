#include "layout/round_trip.hpp"

#include "layout/natural_order.hpp"
#include "layout/one_rank.hpp"

namespace taskfft {
namespace {

/// An end of the way back: its exchanges come after those of the way there, and it leads to where
/// that began.
End on_the_way_back(End end, std::size_t exchanges) {
  if (end.is_exchange()) {
    end.index += static_cast<int>(exchanges);
  } else if (end.index == kTo) {
    end.index = kFrom;
  }
  return end;
}

}  // namespace

Decomposition round_trip_decomposition(const Geometry& g, Placement placement, Order order) {
  Decomposition d = natural_on_one_rank(g, order)
                        ? one_rank_decomposition(g, placement, order, true)
                        : forward_decomposition(g, Order::transposed);
  const bool natural = order == Order::natural;
  if (g.fastest_axis == 2 && !natural) store_as_input(d, g);
  Decomposition back = reversed(d);
  const std::size_t exchanges = d.exchanges.size();
  for (StageShape& stage : back.stages) {
    for (PassShape& pass : stage.passes) pass.returns = true;
    stage.source = on_the_way_back(stage.source, exchanges);
    stage.target = on_the_way_back(stage.target, exchanges);
  }
  StageShape& turn = d.stages.back();
  turn.passes.push_back(back.stages.front().passes.front());
  turn.target = back.stages.front().target;
  if (natural || g.fastest_axis != 0) {
    turn.row_axis = 3 - turn.passes.front().axis - turn.plane_axis;
  }
  d.stages.insert(d.stages.end(), back.stages.begin() + 1, back.stages.end());
  d.exchanges.insert(d.exchanges.end(), back.exchanges.begin(), back.exchanges.end());
  return d;
}

}  // namespace taskfft
