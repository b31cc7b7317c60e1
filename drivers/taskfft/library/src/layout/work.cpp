#include "layout/work.hpp"

#include <algorithm>
#include <cmath>

#include "layout/pieces.hpp"
#include "layout/segments.hpp"
#include "layout/tile_rows.hpp"

namespace taskfft {
namespace {

/// Where a stage turns, some lines of its worker's plane: few enough to stay in the cache beside
/// what is read and written meanwhile. Where they lie side by side they are more, so that runs are
/// long, and what a visitor reads for them, too.
Segment turning_lines(const Route& route, const StageShape& shape, Box lines, int row_axis) {
  const int axis = shape.passes.front().axis;
  const Index enough = row_axis == axis ? 1 << 16 : 1 << 18;  // bytes
  const int tile_axis = 3 - axis - shape.plane_axis;
  const std::size_t unit = element_bytes(route.element, route.real_bytes);
  Index length = 0;
  for (const PassShape& pass : shape.passes) {
    length = std::max({length, pass.in.length(), pass.out.length()});
  }
  const Index tiles = whole_tiles(length, unit);
  const Index bytes = std::max<Index>(1, tiles * length * static_cast<Index>(unit));
  const Index held = std::max<Index>(1, enough / bytes) * tiles;
  lines[tile_axis].hi = std::min(lines[tile_axis].hi, lines[tile_axis].lo + held);
  Segment segment = plane_segment(lines, route.element, shape.plane_axis, row_axis, axis);
  segment.lines = held;
  return segment;
}

/// What the passes of a stage leave to each other, where a chunk works on it: its worker's own
/// plane, or a plane that is shared.
Segment between_passes(const Route& route, const StageShape& shape, const Chunk& chunk,
                       int row_axis, int line_axis) {
  if (shape.turns()) return turning_lines(route, shape, chunk.box, row_axis);
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

std::array<int, 3> output_order(const Geometry& g, Order order) {
  if (returns(g, order)) return g.axes;
  if (g.dims <= 2) return {0, 2, 1};
  if (g.small_work || g.fastest_axis == 2) return {1, 0, 2};
  return g.fastest_axis == 1 ? std::array{2, 0, 1} : std::array{2, 1, 0};
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
    pass.in = k == 0 ? segments_at(route, stage, true, read, axis) : plane(axis);
    pass.out = k == last ? segments_at(route, stage, false, written, axis) : plane(axis);
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
