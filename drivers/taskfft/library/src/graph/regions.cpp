#include "graph/regions.hpp"

namespace taskfft {
namespace {

int shared_space(int owner, bool even) {
  return kShared + 2 * owner + (even ? 0 : 1);
}

Range in_reals(Range elements, Element element) {
  return {elements.lo * reals_in(element), elements.hi * reals_in(element)};
}

Range extent(const ExchangeRoute& exchange, const Block& block) {
  return in_reals({block.offset, block.offset + block_size(exchange.shape, block)},
                  exchange.shape.element);
}

/// From the first to the last element. Where most of what lies between is others', as where boxes
/// interleave, all of the segment: then all of them touch the same region.
Range touched_range(const Segment& segment, const Box& box) {
  const Triple first{box[0].lo, box[1].lo, box[2].lo};
  const Triple last{box[0].hi - 1, box[1].hi - 1, box[2].hi - 1};
  const Range touched{position(segment, first), position(segment, last) + 1};
  const bool interleaves = touched.size() > 2 * box.volume() || segment.buffer == Buffer::planes;
  if (interleaves && segment.size > 0) return {segment.offset, segment.offset + segment.size};
  return touched;
}

}  // namespace

Region point_of(int space, int point) {
  return {space, {point, point + 1}};
}

Region region_of(const Segment& segment, const Box& box, Placement placement, bool same_rows) {
  const Range reals = in_reals(touched_range(segment, box), segment.element);
  if (segment.owner != kNobody) {
    return {shared_space(segment.owner, segment.buffer == Buffer::send_even), reals};
  }
  if (!of_the_caller(segment.buffer) || placement == Placement::out_of_place) {
    return {static_cast<int>(segment.buffer), reals};
  }
  if (same_rows) return {static_cast<int>(Buffer::from), reals};
  // Else the two arrays of a field overlap differently from row to row: both are one point, named
  // by where they begin.
  const Range beginning{segment.offset, segment.offset + 1};
  return {static_cast<int>(Buffer::from), in_reals(beginning, segment.element)};
}

std::vector<Region> regions_of(Buffer array, const Piece& touched, const Piece& pieces, int field,
                               Placement placement) {
  const Buffer space = placement == Placement::in_place ? Buffer::from : array;
  const Range columns = touched.columns == kAll ? Range{0, pieces.columns}
                                                : Range{touched.columns, touched.columns + 1};
  std::vector<Region> regions;
  for (int planes = 0; planes < pieces.planes; ++planes) {
    if (touched.planes != kAll && touched.planes != planes) continue;
    const Index first = (static_cast<Index>(field) * pieces.planes + planes) * pieces.columns;
    regions.push_back({static_cast<int>(space), {first + columns.lo, first + columns.hi}});
  }
  return regions;
}

Region region_of(Buffer buffer, const ExchangeRoute& exchange, const Block& block) {
  return {static_cast<int>(buffer), extent(exchange, block)};
}

Region all_sent(std::size_t exchange, const ExchangeRoute& route) {
  return {static_cast<int>(send_buffer(exchange)),
          in_reals({0, route.send_size}, route.shape.element)};
}

Region owned_block(std::size_t exchange, const ExchangeRoute& route, const Block& block) {
  return {shared_space(block.owner, exchange % 2 == 0), extent(route, block)};
}

}  // namespace taskfft
