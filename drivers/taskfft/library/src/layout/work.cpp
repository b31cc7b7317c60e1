#include "layout/work.hpp"

#include <algorithm>
#include <cmath>

#include "layout/pieces.hpp"

namespace taskfft {
namespace {

Triple lower(const Box& box) {
  return {box[0].lo, box[1].lo, box[2].lo};
}

Segment block_segment(const ExchangeShape& shape, const Block& block, Buffer buffer, int axis) {
  return {buffer,
          shape.element,
          block.offset,
          lower(block.box),
          block_strides(shape, block.box),
          block.box[axis],
          block_size(shape, block.box)};
}

/// The axis that is whole on one end of an exchange.
int sender_axis(const ExchangeShape& shape) {
  return shape.reversed ? shape.split : shape.whole;
}
int receiver_axis(const ExchangeShape& shape) {
  return shape.reversed ? shape.whole : shape.split;
}

/// The array that leaves through an exchange, and the one that comes out of it.
Box array_before(const Route& route, std::size_t exchange) {
  const ExchangeRoute& e = route.exchanges[exchange];
  return route.decomposition.stages[e.writer].target_box();
}
Box array_after(const Route& route, std::size_t exchange) {
  const ExchangeRoute& e = route.exchanges[exchange];
  return route.decomposition.stages[e.reader].source_box();
}

/// A whole stage array next to an exchange, the axis that is whole there lying fastest.
Segment stage_segment(const ExchangeShape& shape, const Box& box, Buffer buffer, int axis) {
  const int other = shape.split + shape.whole - axis;
  return {buffer,    shape.element, 0, lower(box), dense_strides(box, {shape.third(), other, axis}),
          box[axis], box.volume()};
}

/// A block where it leaves from.
Segment sent_segment(const ExchangeRoute& exchange, std::size_t index, const Block& block,
                     int axis) {
  const bool at_goal = block.peer == exchange.me && !exchange.shared;
  const Buffer buffer = at_goal ? receive_buffer(index) : send_buffer(index);
  return block_segment(exchange.shape, block, buffer, axis);
}

/// A block where it is read: received, or in the send buffer of its owner.
Segment read_segment(const Route& route, std::size_t index, const Block& block, int axis) {
  const bool shared = block.owner != kNobody;
  const Buffer buffer = shared ? send_buffer(index) : receive_buffer(index);
  Segment segment = block_segment(route.exchanges[index].shape, block, buffer, axis);
  if (block.owner != route.node_rank) segment.owner = block.owner;
  return segment;
}

Segment array_segment(Segment array, const Box& lines, int axis) {
  array.line = lines[axis];
  return array;
}

std::vector<Segment> source_segments(const Route& route, std::size_t stage, const Box& lines,
                                     int axis) {
  const End& end = route.decomposition.stages[stage].source;
  const auto index = static_cast<std::size_t>(end.index);
  if (!end.is_exchange()) return {array_segment(route.arrays[index], lines, axis)};
  const ExchangeRoute& exchange = route.exchanges[index];
  if (route.packing == Packing::fused) {
    std::vector<Segment> segments;
    for (const Block& block : exchange.receive) {
      if (intersect(block.box, lines).volume() == 0) continue;
      segments.push_back(read_segment(route, index, block, axis));
    }
    return segments;
  }
  return {stage_segment(exchange.shape, array_after(route, index), Buffer::gathered, axis)};
}

std::vector<Segment> target_segments(const Route& route, std::size_t stage, const Box& lines,
                                     int axis) {
  const End& end = route.decomposition.stages[stage].target;
  const auto index = static_cast<std::size_t>(end.index);
  if (!end.is_exchange()) return {array_segment(route.arrays[index], lines, axis)};
  const ExchangeRoute& exchange = route.exchanges[index];
  if (route.packing == Packing::fused) {
    std::vector<Segment> segments;
    for (const Block& block : exchange.send) {
      if (intersect(block.box, lines).volume() == 0) continue;
      segments.push_back(sent_segment(exchange, index, block, axis));
    }
    return segments;
  }
  return {stage_segment(exchange.shape, array_before(route, index), Buffer::transformed, axis)};
}

/// Axes of the output, slowest first.
std::array<int, 3> output_order(const Geometry& g, Order order) {
  if (returns(g, order)) return g.axes;
  if (g.dims <= 2) return {0, 2, 1};
  return g.small_work ? std::array{1, 0, 2} : std::array{2, 1, 0};
}

/// What the passes of a stage leave to each other, where a chunk works on it: its worker's own
/// plane, or a plane that is shared.
Segment between_passes(const Route& route, const StageShape& shape, const Chunk& chunk,
                       int row_axis, int line_axis) {
  if (chunk.pass == kAllPasses) {
    return plane_segment(chunk.box, route.element, shape.plane_axis, row_axis, line_axis);
  }
  Box plane = shape.box;
  plane[shape.plane_axis] = chunk.box[shape.plane_axis];
  Segment segment = plane_segment(plane, route.element, shape.plane_axis, row_axis, line_axis);
  segment.buffer = Buffer::planes;
  segment.offset = chunk.slot * segment.size;
  return segment;
}

WorkItem copy_item(const Box& box, int axis, int plane_axis, Segment in, Segment out) {
  in.line = box[axis];
  out.line = box[axis];
  LinePass pass{LineTransform::copy,
                axis,
                3 - axis - plane_axis,
                plane_axis,
                {box[axis]},
                {box[axis]},
                0,
                {in},
                {out}};
  return {box, {std::move(pass)}};
}

}  // namespace

Index position(const Segment& segment, const Triple& at) {
  Index offset = segment.offset;
  for (int a = 0; a < 3; ++a) offset += (at[a] - segment.origin[a]) * segment.stride[a];
  return offset;
}

Buffer send_buffer(std::size_t exchange) {
  return exchange % 2 == 0 ? Buffer::send_even : Buffer::send_odd;
}

Buffer receive_buffer(std::size_t exchange) {
  return exchange % 2 == 0 ? Buffer::receive_even : Buffer::receive_odd;
}

UserArrays user_arrays(const Geometry& g, Placement placement, Order order) {
  Box input = input_box(g);
  const Box output = output_box(g, order);
  const Box between = rows_box(g);
  UserArrays arrays{{Buffer::from, g.input_element(), 0, lower(input), {}, {}},
                    {Buffer::to, g.element, 0, lower(output), {}, {}},
                    {Buffer::to, g.element, 0, lower(between), {}, {}}};
  if (padded(g, placement)) input[2].hi = input[2].lo + 2 * (g.extents[2] / 2 + 1);
  arrays.input.stride = dense_strides(input, g.axes);
  arrays.output.stride = dense_strides(output, output_order(g, order));
  arrays.between.stride = dense_strides(between, g.axes);
  if (g.small_work) {
    arrays.between.stride[0] = plane_pitch(g);
    arrays.input.stride[0] = plane_pitch(g) * (g.halved() ? 2 : 1);
  }
  return arrays;
}

/// Rows are padded by a cache line so that columns do not fall on one cache set.
Segment plane_segment(const Box& box, Element element, int plane_axis, int row_axis,
                      int line_axis) {
  constexpr Index line = 8;
  const int column_axis = 3 - plane_axis - row_axis;
  Triple stride{};
  stride[row_axis] = 1;
  stride[column_axis] = (box[row_axis].size() + line - 1) / line * line + line;
  return {Buffer::plane,
          element,
          0,
          lower(box),
          stride,
          box[line_axis],
          stride[column_axis] * box[column_axis].size()};
}

WorkItem transform_item(const Route& route, std::size_t stage, const Chunk& chunk) {
  const StageShape& shape = route.decomposition.stages[stage];
  WorkItem item{chunk.box, {}};
  const std::size_t last = shape.passes.size() - 1;
  const int row_axis = shape.row_axis == kAll ? shape.passes.front().axis : shape.row_axis;
  const auto plane = [&](int line_axis) {
    return std::vector{between_passes(route, shape, chunk, row_axis, line_axis)};
  };
  for (std::size_t k = 0; k <= last; ++k) {
    if (chunk.pass != kAllPasses && chunk.pass != static_cast<int>(k)) continue;
    const auto& [axis, transform, in_line, out_line, returns] = shape.passes[k];
    LinePass pass{transform,        axis,    3 - axis - shape.plane_axis,
                  shape.plane_axis, in_line, out_line,
                  route.points,     {},      {},
                  returns};
    Box read = chunk.box, written = chunk.box;
    read[axis] = in_line.stored;
    written[axis] = out_line.stored;
    pass.in = k == 0 ? source_segments(route, stage, read, axis) : plane(axis);
    pass.out = k == last ? target_segments(route, stage, written, axis) : plane(axis);
    item.passes.push_back(std::move(pass));
  }
  return item;
}

Segment departing_segment(const Route& route, std::size_t exchange, const Block& block) {
  const ExchangeShape& shape = route.exchanges[exchange].shape;
  const int axis = sender_axis(shape);
  if (route.packing != Packing::datatypes) {
    return block_segment(shape, block, send_buffer(exchange), axis);
  }
  return stage_segment(shape, array_before(route, exchange), Buffer::transformed, axis);
}

WorkItem pack_item(const Route& route, std::size_t exchange, const Block& block, const Box& part) {
  const ExchangeShape& shape = route.exchanges[exchange].shape;
  const int axis = sender_axis(shape);
  const Box box = array_before(route, exchange);
  return copy_item(part, axis, shape.third(), stage_segment(shape, box, Buffer::transformed, axis),
                   block_segment(shape, block, send_buffer(exchange), axis));
}

WorkItem unpack_item(const Route& route, std::size_t exchange, const Block& block,
                     const Box& part) {
  const ExchangeRoute& e = route.exchanges[exchange];
  const int axis = receiver_axis(e.shape);
  const Box before = array_before(route, exchange);
  const Box after = array_after(route, exchange);
  const Segment in = block.peer == e.me
                         ? stage_segment(e.shape, before, Buffer::transformed, sender_axis(e.shape))
                         : read_segment(route, exchange, block, axis);
  return copy_item(part, axis, e.shape.third(), in,
                   stage_segment(e.shape, after, Buffer::gathered, axis));
}

double work_of(const WorkItem& item) {
  double steps = 0;
  for (const LinePass& pass : item.passes) {
    const Index length = std::max(pass.in_line.length(), pass.out_line.length());
    constexpr double of_a_copy = 4;  // it moves as much as some steps do
    steps += pass.transform == LineTransform::copy ? of_a_copy
                                                   : 1 + std::log2(std::max<Index>(1, length));
  }
  return steps * static_cast<double>(item.box.volume());
}

Index stage_array_reals(const Route& route) {
  Index reals = 0;
  for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
    const Index elements =
        std::max(array_before(route, e).volume(), array_after(route, e).volume());
    reals = std::max(reals, elements * reals_in(route.exchanges[e].shape.element));
  }
  return reals;
}

}  // namespace taskfft
