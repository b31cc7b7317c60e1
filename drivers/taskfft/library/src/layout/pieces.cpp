#include "layout/pieces.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// One piece's way through its exchange.
struct Crossing {
  StageShape before;
  ExchangeShape exchange;
  StageShape after;
};

/// The part of a range that belongs to a piece; none beyond its end.
Range piece_of(Range range, Index size, int piece) {
  const Index lo = std::min(range.hi, range.lo + piece * size);
  return {lo, std::min(range.hi, lo + size)};
}

/// As many as the rank with most has: all ranks count exchanges alike.
int piece_count(Index extent, int ranks, Index size) {
  const Index most = split({0, extent}, ranks, 0).size();
  return static_cast<int>((most + size - 1) / size);
}

/// Every piece leaves before the one before it is taken in, so that no rank waits for what another
/// does only next.
void append(Decomposition& d, const std::vector<Crossing>& crossings) {
  const std::size_t first = d.exchanges.size();
  const auto end_at = [first](std::size_t piece) {
    return End{End::Kind::exchange, static_cast<int>(first + piece)};
  };
  for (std::size_t k = 0; k <= crossings.size(); ++k) {
    if (k < crossings.size()) {
      d.exchanges.push_back(crossings[k].exchange);
      d.stages.push_back(crossings[k].before);
      d.stages.back().target = end_at(k);
    }
    if (k > 0) {
      d.stages.push_back(crossings[k - 1].after);
      d.stages.back().source = end_at(k - 1);
    }
  }
}

constexpr End kBetweenEnd{End::Kind::array, kBetween};

/// Pieces of planes: transformed along axis 2 on their way to the exchange, and put down after it.
std::vector<Crossing> row_crossings(const Decomposition& chain, Index planes, int count) {
  std::vector<Crossing> crossings;
  for (int k = 0; k < count; ++k) {
    Crossing c{chain.stages[0], chain.exchanges[0], chain.stages[1]};
    for (StageShape* stage : {&c.before, &c.after}) {
      stage->box[0] = piece_of(stage->box[0], planes, k);
      stage->piece = {k, kAll};
    }
    c.before.chunk_axis = c.after.chunk_axis = 0;
    c.after.passes = {pass_along(c.after.box, 1, LineTransform::copy)};
    c.after.target = kBetweenEnd;
    crossings.push_back(c);
  }
  return crossings;
}

/// Pieces of columns: transformed along axis 1 on their way to the exchange, along axis 0 after it.
std::vector<Crossing> column_crossings(const Decomposition& chain, Index columns, int count) {
  const StageShape& rows = chain.stages[chain.stages.size() - 2];
  const StageShape before{rows.box, {rows.passes.back()}, 0, 0, kBetweenEnd};
  std::vector<Crossing> crossings;
  for (int k = 0; k < count; ++k) {
    Crossing c{before, chain.exchanges.back(), chain.stages.back()};
    for (StageShape* stage : {&c.before, &c.after}) {
      stage->box[2] = piece_of(stage->box[2], columns, k);
      stage->piece = {kAll, k};
    }
    c.exchange.third_fastest = true;
    c.after.plane_axis = c.after.chunk_axis = 1;
    crossings.push_back(c);
  }
  return crossings;
}

}  // namespace

PieceSize piece_size(const Geometry& g, bool messages, std::size_t real_bytes) {
  constexpr std::size_t run = 256;  // bytes: two tiles of lanes, far fewer and each row costs more
  constexpr Index enough = 32;
  // With messages there are twice the buffers. Two pieces in each are a seventh of an array or
  // less.
  const int least = messages ? 28 : 16;
  const Index share = split({0, g.spectrum[2]}, g.grid[1], 0).size();
  auto columns = static_cast<Index>(run / element_bytes(g.element, real_bytes));
  columns *= std::max<Index>(1, share / columns / enough);
  while (columns > 1 && piece_count(g.spectrum[2], g.grid[1], columns) < least) columns /= 2;
  return {(split({0, g.extents[0]}, g.grid[0], 0).size() + enough - 1) / enough, columns};
}

Decomposition in_pieces(const Decomposition& chain, const Geometry& g, const PieceSize& size) {
  const int columns = piece_count(g.spectrum[2], g.grid[1], size.columns);
  Decomposition d;
  d.pieces = {1, columns};
  if (g.slab()) {
    d.stages = {chain.stages[0]};
    d.stages[0].passes.pop_back();
    d.stages[0].target = kBetweenEnd;
  } else {
    d.pieces.planes = piece_count(g.extents[0], g.grid[0], size.planes);
    append(d, row_crossings(chain, size.planes, d.pieces.planes));
  }
  append(d, column_crossings(chain, size.columns, columns));
  return d;
}

Index plane_pitch(const Geometry& g) {
  const Index rows = split({0, g.extents[1]}, g.grid[1], g.coords[1]).size();
  const Index columns = split({0, g.spectrum[2]}, g.grid[1], g.coords[1]).size();
  const Index before = rows * g.spectrum[2];
  const Index after = g.extents[1] * columns;
  if (columns == 0) return before;
  return (std::max(before, after) + columns - 1) / columns * columns;
}

}  // namespace taskfft
