#include "layout/decomposition.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// Lines of the spectrum: of a periodic axis the waves in the middle are not kept, else the last
/// ones.
Line spectrum_line(const Geometry& g, int axis) {
  const Index kept = g.spectrum[axis];
  const Index missing = whole_spectrum(g, axis) - kept;
  const Index first = g.transforms[axis] == LineTransform::c2c ? (kept + 1) / 2 : kept;
  return {{0, kept}, missing > 0 ? Range{first, first + missing} : Range{}};
}

PassShape transform_along(const Geometry& g, int axis) {
  return {axis, g.transforms[axis], {{0, g.extents[axis]}}, spectrum_line(g, axis)};
}

/// The array once the axes from this one on are transformed.
Triple transformed_from(const Geometry& g, int axis) {
  Triple extents = g.extents;
  std::copy(g.spectrum.begin() + axis, g.spectrum.end(), extents.begin() + axis);
  return extents;
}

/// What a rank holds of such an array in a stage, before any bricks.
Box stage_box(const Geometry& g, std::size_t stage, const Triple& extents) {
  if (g.dims <= 2) return split_box(g, extents, -1, stage == 0 ? 1 : 2);
  if (g.slab()) return split_box(g, extents, stage == 0 ? 0 : 1, -1);
  return split_box(g, extents, stage == 2 ? 1 : 0, stage == 0 ? 1 : 2);
}

ExchangeShape opposite(ExchangeShape exchange) {
  exchange.reversed = !exchange.reversed;
  return exchange;
}

Decomposition pencil(const Geometry& g) {
  const std::array after{transformed_from(g, 0), transformed_from(g, 1), transformed_from(g, 2)};
  const ExchangeShape row{Comm::row, 1, 2, 0, false, g.element, after[2]};
  const ExchangeShape column{Comm::column, 0, 1, 0, false, g.element, after[1]};
  return {{{stage_box(g, 0, after[2]), {transform_along(g, 2)}, 0, 0},
           {stage_box(g, 1, after[1]), {transform_along(g, 1)}, 0, 0},
           {stage_box(g, 2, after[0]), {transform_along(g, 0)}, 2, 2}},
          {row, column}};
}

Decomposition slab(const Geometry& g) {
  const std::array after{transformed_from(g, 0), transformed_from(g, 1), transformed_from(g, 2)};
  const ExchangeShape column{Comm::column, 0, 1, 0, false, g.element, after[1]};
  return {{{stage_box(g, 0, after[2]), {transform_along(g, 2), transform_along(g, 1)}, 0, 0},
           {stage_box(g, 1, after[0]), {transform_along(g, 0)}, 2, 2}},
          {column}};
}

Decomposition plane(const Geometry& g) {
  const std::array after{transformed_from(g, 1), transformed_from(g, 2)};
  const ExchangeShape row{Comm::row, 1, 2, 1, false, g.element, after[1]};
  return {{{stage_box(g, 0, after[1]), {transform_along(g, 2)}, 0, 1},
           {stage_box(g, 1, after[0]), {transform_along(g, 1)}, 0, 2}},
          {row}};
}

/// Starts from bricks, gathering their lines, and returns there if the spectrum came back to where
/// the lines were gathered. A copy takes lines along the axis by which its exchange cuts them.
void add_bricks(Decomposition& d, const Geometry& g, bool at_end) {
  const int other = 1 - g.folded;
  const auto bricks = [&](const Triple& extents) {
    const Box box = brick_box(g, extents);
    return StageShape{box, {pass_along(box, g.folded, LineTransform::copy)}, other, other};
  };
  ExchangeShape gather{Comm::depth, g.folded, 2, 0, true, g.input_element(), g.extents};
  d.stages.insert(d.stages.begin(), bricks(g.extents));
  d.exchanges.insert(d.exchanges.begin(), gather);
  if (!at_end) return;
  if (d.stages.back().passes.back().axis != 2) {
    d.stages.back().passes.push_back(pass_along(d.stages.back().box, 2, LineTransform::copy));
  }
  gather.element = g.element;
  gather.extents = g.spectrum;
  d.exchanges.push_back(opposite(gather));
  d.stages.push_back(bricks(g.spectrum));
}

/// The four steps of a long transform, with an exchange between them: columns, roots, rows, and the
/// exchanges before and after that begin and end with contiguous points on every rank.
Decomposition line(const Geometry& g) {
  const ExchangeShape row{Comm::row, 1, 2, 1, false, g.element, g.spectrum};
  const Box rows = stage_box(g, 0, g.spectrum);
  const Box columns = stage_box(g, 1, g.spectrum);
  return {{{rows, {pass_along(rows, 2, LineTransform::copy)}, 0, 1},
           {columns, {pass_along(columns, 1, LineTransform::c2c_twiddle)}, 0, 2},
           {rows, {pass_along(rows, 2, LineTransform::c2c)}, 0, 1},
           {columns, {pass_along(columns, 1, LineTransform::copy)}, 0, 2}},
          {row, opposite(row), row}};
}

/// Sends the spectrum back the way it came, without transforms. The line axis of each copying
/// stage is the one whose pieces its exchange brings together.
void append_natural_order(Decomposition& d, const Geometry& g) {
  const std::size_t exchanges = d.exchanges.size();
  for (std::size_t e = exchanges; e-- > 0;) {
    StageShape stage = d.stages[e];
    stage.box = stage_box(g, e, g.spectrum);
    stage.passes = {pass_along(stage.box, d.exchanges[e].whole, LineTransform::copy)};
    d.exchanges.push_back(opposite(d.exchanges[e]));
    d.exchanges.back().extents = g.spectrum;
    d.stages.push_back(std::move(stage));
  }
}

/// Every stage but the first reads from the exchange that the one before it writes to.
Decomposition chained(Decomposition d) {
  for (std::size_t e = 0; e < d.exchanges.size(); ++e) {
    const End exchange{End::Kind::exchange, static_cast<int>(e)};
    d.stages[e].target = exchange;
    d.stages[e + 1].source = exchange;
  }
  return d;
}

/// An end as the other direction has it.
End mirrored(End end, std::size_t exchanges) {
  if (end.is_exchange()) return {end.kind, static_cast<int>(exchanges) - 1 - end.index};
  if (end.index == kBetween) return end;
  return {end.kind, end.index == kFrom ? kTo : kFrom};
}

}  // namespace

PassShape pass_along(const Box& box, int axis, LineTransform transform) {
  return {axis, transform, {box[axis]}, {box[axis]}};
}

Box StageShape::source_box() const {
  Box read = box;
  read[passes.front().axis] = passes.front().in.stored;
  return read;
}

Box StageShape::target_box() const {
  Box written = box;
  written[passes.back().axis] = passes.back().out.stored;
  return written;
}

std::vector<StagePair> stages_beside_exchanges(const Decomposition& d) {
  std::vector<StagePair> pairs(d.exchanges.size());
  for (std::size_t stage = 0; stage < d.stages.size(); ++stage) {
    const auto [source, target] = std::pair{d.stages[stage].source, d.stages[stage].target};
    if (source.is_exchange()) pairs[static_cast<std::size_t>(source.index)].reader = stage;
    if (target.is_exchange()) pairs[static_cast<std::size_t>(target.index)].writer = stage;
  }
  return pairs;
}

Range share_of(const Geometry& g, const ExchangeShape& exchange, int axis, int rank) {
  const Range whole{0, exchange.extents[axis]};
  if (exchange.comm == Comm::depth && axis == g.folded) {
    const int first = g.coords[axis] - rank_in(g, Comm::depth);
    return split(whole, g.grid[axis], first + rank);
  }
  return split(whole, ranks_of(g, exchange.comm), rank);
}

Decomposition forward_decomposition(const Geometry& g, Order order) {
  if (g.dims == 1) return chained(line(g));
  Decomposition d = g.dims == 2 ? plane(g) : g.slab() ? slab(g) : pencil(g);
  if (returns(g, order)) append_natural_order(d, g);
  if (g.depth > 1) add_bricks(d, g, returns(g, order));
  return chained(std::move(d));
}

Decomposition reversed(const Decomposition& forward) {
  Decomposition d = forward;
  std::reverse(d.stages.begin(), d.stages.end());
  for (StageShape& stage : d.stages) {
    std::reverse(stage.passes.begin(), stage.passes.end());
    for (PassShape& pass : stage.passes) {
      pass.transform = inverse(pass.transform);
      std::swap(pass.in, pass.out);
    }
    std::swap(stage.source, stage.target);
    stage.source = mirrored(stage.source, d.exchanges.size());
    stage.target = mirrored(stage.target, d.exchanges.size());
  }
  std::reverse(d.exchanges.begin(), d.exchanges.end());
  for (ExchangeShape& exchange : d.exchanges) exchange = opposite(exchange);
  return d;
}

Decomposition repeated(const Decomposition& one, int fields) {
  Decomposition all{{}, {}, one.pieces};
  for (int field = 0; field < fields; ++field) {
    const int exchanges = static_cast<int>(all.exchanges.size());
    const auto shifted = [=](End end) {
      end.index += end.is_exchange() ? exchanges : kArrays * field;
      return end;
    };
    for (StageShape stage : one.stages) {
      stage.source = shifted(stage.source);
      stage.target = shifted(stage.target);
      all.stages.push_back(std::move(stage));
    }
    all.exchanges.insert(all.exchanges.end(), one.exchanges.begin(), one.exchanges.end());
  }
  return all;
}

}  // namespace taskfft
