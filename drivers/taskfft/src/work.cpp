#include "work.hpp"

#include <algorithm>

namespace taskfft {
namespace {

Triple lower(const Box& box) {
  return {box[0].lo, box[1].lo, box[2].lo};
}

Segment block_segment(const ExchangeShape& shape, const Block& block, Buffer buffer, int axis) {
  return {buffer, block.offset, lower(block.box), block_strides(shape, block.box), block.box[axis]};
}

/// The axis that is whole on one end of an exchange.
int sender_axis(const ExchangeShape& shape) {
  return shape.reversed ? shape.split : shape.whole;
}
int receiver_axis(const ExchangeShape& shape) {
  return shape.reversed ? shape.whole : shape.split;
}

/// A whole stage array next to an exchange, the axis that is whole there lying fastest.
Segment stage_segment(const ExchangeShape& shape, const Box& box, Buffer buffer, int axis) {
  const int other = shape.split + shape.whole - axis;
  return {buffer, 0, lower(box), dense_strides(box, {shape.third(), other, axis}), box[axis]};
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

std::vector<Segment> source_segments(const Route& route, std::size_t stage, const Chunk& chunk,
                                     int axis) {
  if (stage == 0) return {route.from};
  const ExchangeRoute& exchange = route.exchanges[stage - 1];
  if (route.packing == Packing::fused) {
    std::vector<Segment> segments;
    for (const Block& block : exchange.receive) {
      if (intersect(block.box, chunk.box).volume() == 0) continue;
      segments.push_back(read_segment(route, stage - 1, block, axis));
    }
    return segments;
  }
  const Box& box = route.decomposition.stages[stage].box;
  return {stage_segment(exchange.shape, box, Buffer::gathered, axis)};
}

std::vector<Segment> target_segments(const Route& route, std::size_t stage, const Chunk& chunk,
                                     int axis) {
  if (stage == route.exchanges.size()) return {route.to};
  const ExchangeRoute& exchange = route.exchanges[stage];
  if (route.packing == Packing::fused) {
    std::vector<Segment> segments;
    for (const Block& block : exchange.send) {
      if (intersect(block.box, chunk.box).volume() == 0) continue;
      segments.push_back(sent_segment(exchange, stage, block, axis));
    }
    return segments;
  }
  const Box& box = route.decomposition.stages[stage].box;
  return {stage_segment(exchange.shape, box, Buffer::transformed, axis)};
}

/// One plane between the two passes of a stage, contiguous along the axis of the writing pass.
/// Rows are padded by a cache line so that columns do not fall on one cache set.
Segment plane_segment(const Box& box, int plane_axis, int row_axis, int line_axis) {
  constexpr Index line = 8;
  const int column_axis = 3 - plane_axis - row_axis;
  Triple stride{};
  stride[row_axis] = 1;
  stride[column_axis] = (box[row_axis].size() + line - 1) / line * line + line;
  return {Buffer::plane, 0, lower(box), stride, box[line_axis]};
}

WorkItem copy_item(const Box& box, Element element, int axis, int plane_axis, Segment in,
                   Segment out) {
  in.line = box[axis];
  out.line = box[axis];
  LinePass pass{Kernel::copy, element, element, axis, 3 - axis - plane_axis, plane_axis, box[axis],
                box[axis],    0,       {in},    {out}};
  return {box, {std::move(pass)}};
}

}  // namespace

Buffer send_buffer(std::size_t exchange) {
  return exchange % 2 == 0 ? Buffer::send_even : Buffer::send_odd;
}

Buffer receive_buffer(std::size_t exchange) {
  return exchange % 2 == 0 ? Buffer::receive_even : Buffer::receive_odd;
}

UserArrays user_arrays(const Geometry& g, Placement placement, Order order) {
  Box input = input_box(g);
  const Box output = output_box(g, order);
  Segment in{Buffer::from, 0, lower(input), {}, {}};
  if (g.transform == Transform::r2c && placement == Placement::in_place) {
    input[2].hi = input[2].lo + 2 * g.spectrum[2];
  }
  in.stride = dense_strides(input, {0, 1, 2});
  const std::array<int, 3> transposed =
      g.dims <= 2 ? std::array<int, 3>{0, 2, 1} : std::array<int, 3>{2, 1, 0};
  const std::array<int, 3> out_order = returns(g, order) ? std::array<int, 3>{0, 1, 2} : transposed;
  return {in, {Buffer::to, 0, lower(output), dense_strides(output, out_order), {}}};
}

std::vector<Chunk> stage_chunks(const StageShape& stage, int groups, int chunks) {
  std::vector<Chunk> result;
  for (int group = 0; group < groups; ++group) {
    const Range share = split(stage.box[stage.chunk_axis], groups, group);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      Box box = stage.box;
      box[stage.chunk_axis] = split(share, chunks, chunk);
      if (box.volume() > 0) result.push_back({box, group});
    }
  }
  return result;
}

WorkItem transform_item(const Route& route, std::size_t stage, const Chunk& chunk) {
  const StageShape& shape = route.decomposition.stages[stage];
  WorkItem item{chunk.box, {}};
  const std::size_t last = shape.passes.size() - 1;
  for (std::size_t k = 0; k <= last; ++k) {
    const auto [axis, kernel] = shape.passes[k];
    LinePass pass{kernel,
                  kernel == Kernel::r2c ? Element::real : route.element,
                  kernel == Kernel::c2r ? Element::real : route.element,
                  axis,
                  3 - axis - shape.plane_axis,
                  shape.plane_axis,
                  chunk.box[axis],
                  chunk.box[axis],
                  route.points,
                  {},
                  {}};
    if (kernel == Kernel::r2c) pass.in_line = route.real_line;
    if (kernel == Kernel::c2r) pass.out_line = route.real_line;
    pass.in = k == 0 ? source_segments(route, stage, chunk, axis)
                     : std::vector{plane_segment(chunk.box, shape.plane_axis,
                                                 shape.passes[k - 1].axis, axis)};
    pass.out = k == last ? target_segments(route, stage, chunk, axis)
                         : std::vector{plane_segment(chunk.box, shape.plane_axis, axis, axis)};
    if (pass.in.front().buffer == Buffer::from) pass.in.front().line = pass.in_line;
    if (pass.out.front().buffer == Buffer::to) pass.out.front().line = pass.out_line;
    item.passes.push_back(std::move(pass));
  }
  return item;
}

WorkItem pack_item(const Route& route, std::size_t exchange, const Block& block) {
  const ExchangeShape& shape = route.exchanges[exchange].shape;
  const int axis = sender_axis(shape);
  const Box& box = route.decomposition.stages[exchange].box;
  return copy_item(block.box, route.element, axis, shape.third(),
                   stage_segment(shape, box, Buffer::transformed, axis),
                   block_segment(shape, block, send_buffer(exchange), axis));
}

WorkItem unpack_item(const Route& route, std::size_t exchange, const Block& block) {
  const ExchangeRoute& e = route.exchanges[exchange];
  const int axis = receiver_axis(e.shape);
  const Box& before = route.decomposition.stages[exchange].box;
  const Box& after = route.decomposition.stages[exchange + 1].box;
  const Segment in = block.peer == e.me
                         ? stage_segment(e.shape, before, Buffer::transformed, sender_axis(e.shape))
                         : read_segment(route, exchange, block, axis);
  return copy_item(block.box, route.element, axis, e.shape.third(), in,
                   stage_segment(e.shape, after, Buffer::gathered, axis));
}

Index stage_array_size(const Route& route) {
  Index size = 0;
  for (const StageShape& stage : route.decomposition.stages) {
    size = std::max(size, stage.box.volume());
  }
  return size;
}

}  // namespace taskfft
