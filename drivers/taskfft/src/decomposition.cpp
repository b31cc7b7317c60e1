#include "decomposition.hpp"

#include <algorithm>

namespace taskfft {
namespace {

Box whole_box(const Triple& extents) {
  Box box;
  for (int a = 0; a < 3; ++a) box[a] = {0, extents[a]};
  return box;
}

/// Splits axis a over p and axis b over q; a negative axis is left whole.
Box split_box(const Geometry& g, const Triple& extents, int over_p, int over_q) {
  Box box = whole_box(extents);
  if (over_p >= 0) box[over_p] = split(box[over_p], g.grid[0], g.coords[0]);
  if (over_q >= 0) box[over_q] = split(box[over_q], g.grid[1], g.coords[1]);
  return box;
}

ExchangeShape opposite(ExchangeShape exchange) {
  exchange.reversed = !exchange.reversed;
  return exchange;
}

Decomposition pencil(const Geometry& g) {
  const ExchangeShape row{Comm::row, 1, 2, 0, false};
  const ExchangeShape column{Comm::column, 0, 1, 0, false};
  return {{{split_box(g, g.spectrum, 0, 1), {{2, last_kernel(g.transform)}}, 0, 0},
           {split_box(g, g.spectrum, 0, 2), {{1, other_kernel(g.transform)}}, 0, 0},
           {split_box(g, g.spectrum, 1, 2), {{0, other_kernel(g.transform)}}, 2, 2}},
          {row, column}};
}

Decomposition slab(const Geometry& g) {
  const ExchangeShape column{Comm::column, 0, 1, 0, false};
  return {{{split_box(g, g.spectrum, 0, -1),
            {{2, last_kernel(g.transform)}, {1, other_kernel(g.transform)}},
            0,
            0},
           {split_box(g, g.spectrum, 1, -1), {{0, other_kernel(g.transform)}}, 2, 2}},
          {column}};
}

Decomposition plane(const Geometry& g) {
  const ExchangeShape row{Comm::row, 1, 2, 1, false};
  return {{{split_box(g, g.spectrum, -1, 1), {{2, last_kernel(g.transform)}}, 0, 1},
           {split_box(g, g.spectrum, -1, 2), {{1, other_kernel(g.transform)}}, 0, 2}},
          {row}};
}

/// The four steps of a long transform, with an exchange between them: columns, roots, rows, and the
/// exchanges before and after that begin and end with contiguous points on every rank.
Decomposition line(const Geometry& g) {
  const ExchangeShape row{Comm::row, 1, 2, 1, false};
  const Box rows = split_box(g, g.spectrum, -1, 1);
  const Box columns = split_box(g, g.spectrum, -1, 2);
  return {{{rows, {{2, Kernel::copy}}, 0, 1},
           {columns, {{1, Kernel::c2c_twiddle}}, 0, 2},
           {rows, {{2, Kernel::c2c}}, 0, 1},
           {columns, {{1, Kernel::copy}}, 0, 2}},
          {row, opposite(row), row}};
}

/// Sends the spectrum back the way it came, without transforms. The line axis of each copying
/// stage is the one whose pieces its exchange brings together.
void append_natural_order(Decomposition& d) {
  const std::size_t exchanges = d.exchanges.size();
  for (std::size_t e = exchanges; e-- > 0;) {
    StageShape stage = d.stages[e];
    stage.passes = {{d.exchanges[e].whole, Kernel::copy}};
    d.exchanges.push_back(opposite(d.exchanges[e]));
    d.stages.push_back(std::move(stage));
  }
}

}  // namespace

Geometry make_geometry(const Problem& problem, std::array<int, 2> grid, int rank) {
  Geometry g{};
  g.dims = static_cast<int>(problem.extents.size());
  g.transform = problem.transform;
  g.element = real_to_real(problem.transform) ? Element::real : Element::complex;
  g.extents = {1, 1, 1};
  std::copy(problem.extents.begin(), problem.extents.end(), g.extents.end() - g.dims);
  if (g.dims == 1) {
    const auto [rows, columns] = factors(problem.extents[0]);
    g.extents = {1, rows, columns};
  }
  g.spectrum = g.extents;
  if (problem.transform == Transform::r2c) g.spectrum[2] = g.extents[2] / 2 + 1;
  g.grid = g.dims <= 2 ? std::array<int, 2>{1, grid[0]} : grid;
  g.coords = {rank / g.grid[1], rank % g.grid[1]};
  return g;
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
  if (g.dims == 1) return line(g);
  Decomposition d = g.dims == 2 ? plane(g) : g.slab() ? slab(g) : pencil(g);
  if (returns(g, order)) append_natural_order(d);
  return d;
}

Decomposition reversed(const Decomposition& forward) {
  Decomposition d = forward;
  std::reverse(d.stages.begin(), d.stages.end());
  for (StageShape& stage : d.stages) {
    std::reverse(stage.passes.begin(), stage.passes.end());
    for (PassShape& pass : stage.passes) pass.kernel = inverse(pass.kernel);
  }
  std::reverse(d.exchanges.begin(), d.exchanges.end());
  for (ExchangeShape& exchange : d.exchanges) exchange = opposite(exchange);
  return d;
}

Box input_box(const Geometry& g) {
  return g.dims <= 2 ? split_box(g, g.extents, -1, 1) : split_box(g, g.extents, 0, 1);
}

Box output_box(const Geometry& g, Order order) {
  if (returns(g, order)) {
    return g.dims == 2 ? split_box(g, g.spectrum, -1, 1) : split_box(g, g.spectrum, 0, 1);
  }
  return g.dims <= 2 ? split_box(g, g.spectrum, -1, 2) : split_box(g, g.spectrum, 1, 2);
}

}  // namespace taskfft
