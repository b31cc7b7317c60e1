#include "layout/segments.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// A block where it leaves from.
Segment sent_segment(const ExchangeRoute& exchange, std::size_t index, const Block& block,
                     int axis) {
  const bool at_goal = block.peer == exchange.me && !exchange.shared;
  const Buffer buffer = at_goal ? receive_buffer(index) : send_buffer(index);
  return block_segment(exchange.shape, block, buffer, axis);
}

/// What an array holds of a part of all lines.
Segment array_segment(Segment array, const Range& line) {
  array.line = line;
  return array;
}

/// The part of such lines along an axis that stays on this rank.
Range own_part(const std::vector<Block>& blocks, int me, const Box& lines, int axis) {
  Range part{};
  for (const Block& block : blocks) {
    if (block.peer != me || intersect(block.box, lines).volume() == 0) continue;
    const Range more = block.box[axis];
    part = part.size() == 0 ? more : Range{std::min(part.lo, more.lo), std::max(part.hi, more.hi)};
  }
  return part;
}

/// Lines in an array, but for a part of them.
std::vector<Segment> array_without(const Segment& array, const Range& line, const Range& part) {
  if (part.size() == 0) return {array_segment(array, line)};
  std::vector<Segment> segments;
  if (line.lo < part.lo) segments.push_back(array_segment(array, {line.lo, part.lo}));
  if (part.hi < line.hi) segments.push_back(array_segment(array, {part.hi, line.hi}));
  return segments;
}

const Segment& array_of(const Route& route, const End& end) {
  return route.arrays[static_cast<std::size_t>(end.index)];
}

/// Where a stage that reads or writes an array has its lines; what it need not copy is left out.
std::vector<Segment> in_array(const Route& route, const StageShape& shape, bool source,
                              const Box& lines, int axis) {
  const Segment& array = array_of(route, source ? shape.source : shape.target);
  const End& other = source ? shape.target : shape.source;
  if (!other.is_exchange()) return {array_segment(array, lines[axis])};
  const auto index = static_cast<std::size_t>(other.index);
  const ExchangeRoute& exchange = route.exchanges[index];
  if (exchange.own != (source ? OwnBlock::in_source : OwnBlock::in_target)) {
    return {array_segment(array, lines[axis])};
  }
  const std::vector<Block>& blocks = source ? exchange.send : exchange.receive;
  return array_without(array, lines[axis], own_part(blocks, exchange.me, lines, axis));
}

/// Where a stage that reads from an exchange or writes to it has its lines.
std::vector<Segment> beside_exchange(const Route& route, const End& end, bool source,
                                     const Box& lines, int axis) {
  const auto index = static_cast<std::size_t>(end.index);
  const ExchangeRoute& exchange = route.exchanges[index];
  if (route.packing != Packing::fused) {
    const Box all = source ? array_after(route, index) : array_before(route, index);
    const Buffer buffer = source ? Buffer::gathered : Buffer::transformed;
    return {stage_segment(exchange.shape, all, buffer, axis)};
  }
  const std::vector<Block>& blocks = source ? exchange.receive : exchange.send;
  std::vector<Segment> segments;
  for (const Block& block : blocks) {
    if (intersect(block.box, lines).volume() == 0) continue;
    if (exchange.lies_in_array(block)) continue;
    segments.push_back(source ? read_segment(route, index, block, axis)
                              : sent_segment(exchange, index, block, axis));
  }
  if (exchange.own != (source ? OwnBlock::in_source : OwnBlock::in_target)) return segments;
  const Range part = own_part(blocks, exchange.me, lines, axis);
  const StageShape& copying =
      route.decomposition.stages[source ? exchange.writer : exchange.reader];
  const Segment& array = array_of(route, source ? copying.source : copying.target);
  if (part.size() > 0) segments.push_back(array_segment(array, part));
  return segments;
}

}  // namespace

Triple lower(const Box& box) {
  return {box[0].lo, box[1].lo, box[2].lo};
}

Box array_before(const Route& route, std::size_t exchange) {
  return route.decomposition.stages[route.exchanges[exchange].writer].target_box();
}

Box array_after(const Route& route, std::size_t exchange) {
  return route.decomposition.stages[route.exchanges[exchange].reader].source_box();
}

Segment block_segment(const ExchangeShape& shape, const Block& block, Buffer buffer, int axis) {
  return {buffer,
          shape.element,
          block.offset,
          lower(block.box),
          block_strides(shape, block),
          block.box[axis],
          block_size(shape, block)};
}

Segment read_segment(const Route& route, std::size_t exchange, const Block& block, int axis) {
  const bool shared = block.owner != kNobody;
  const Buffer buffer = shared ? send_buffer(exchange) : receive_buffer(exchange);
  Segment segment = block_segment(route.exchanges[exchange].shape, block, buffer, axis);
  if (block.owner != route.node_rank) segment.owner = block.owner;
  return segment;
}

Segment stage_segment(const ExchangeShape& shape, const Box& box, Buffer buffer, int axis) {
  const int other = shape.split + shape.whole - axis;
  return {buffer,    shape.element, 0, lower(box), dense_strides(box, {shape.third(), other, axis}),
          box[axis], box.volume()};
}

std::vector<Segment> segments_at(const Route& route, std::size_t stage, bool source,
                                 const Box& lines, int axis) {
  const StageShape& shape = route.decomposition.stages[stage];
  const End& end = source ? shape.source : shape.target;
  return end.is_exchange() ? beside_exchange(route, end, source, lines, axis)
                           : in_array(route, shape, source, lines, axis);
}

}  // namespace taskfft
