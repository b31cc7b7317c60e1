#include "layout/decomposition.hpp"

#include <algorithm>

#include "taskfft/spectrum.hpp"

namespace taskfft {
namespace {

/// Splits axis a over p and axis b over q; a negative axis is left whole.
Box split_box(const Geometry& g, const Triple& extents, int over_p, int over_q) {
  Box box = whole_box(extents);
  if (over_p >= 0) box[over_p] = split(box[over_p], g.grid[0], g.coords[0]);
  if (over_q >= 0) box[over_q] = split(box[over_q], g.grid[1], g.coords[1]);
  return box;
}

/// My brick of an array: what the ranks of my depth hold of the folded axis while the last one is
/// whole, and my part of the last axis.
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

/// Elements of a whole spectrum along an axis.
Index whole_spectrum(const Geometry& g, int axis) {
  return halves(g.transforms[axis]) ? g.extents[axis] / 2 + 1 : g.extents[axis];
}

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

bool Geometry::truncated() const {
  for (int axis = 0; axis < 3; ++axis) {
    if (spectrum[axis] != whole_spectrum(*this, axis)) return true;
  }
  return false;
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

Range share_of(const Geometry& g, const ExchangeShape& exchange, int axis, int rank) {
  const Range whole{0, exchange.extents[axis]};
  if (exchange.comm == Comm::depth && axis == g.folded) {
    const int first = g.coords[axis] - rank_in(g, Comm::depth);
    return split(whole, g.grid[axis], first + rank);
  }
  return split(whole, ranks_of(g, exchange.comm), rank);
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

bool padded(const Geometry& g, Placement placement) {
  return g.halved() && g.depth == 1 && (placement == Placement::in_place || g.small_work);
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
