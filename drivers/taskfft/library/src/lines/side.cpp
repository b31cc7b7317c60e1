#include "lines/side.hpp"

#include <algorithm>

namespace taskfft {
namespace {

Side bind_side(const LinePass& pass, const std::vector<Segment>& segments, Range line,
               const Box& box, const BufferPointers& buffers, std::size_t real_bytes) {
  const Element element = segments.front().element;
  const Buffer buffer = segments.front().buffer;
  Side side{{},
            element_bytes(element, real_bytes),
            element == Element::real,
            buffer == Buffer::plane || buffer == Buffer::planes};
  for (const Segment& s : segments) {
    const Index offset =
        s.offset + (s.line.lo - s.origin[pass.axis]) * s.stride[pass.axis] +
        (box[pass.tile_axis].lo - s.origin[pass.tile_axis]) * s.stride[pass.tile_axis] +
        (box[pass.plane_axis].lo - s.origin[pass.plane_axis]) * s.stride[pass.plane_axis];
    void* base = s.buffer == Buffer::plane ? nullptr : buffers.of(s);
    side.segments.push_back({base, offset, s.line.lo - line.lo, s.line.size(), s.stride[pass.axis],
                             s.stride[pass.tile_axis], s.stride[pass.plane_axis]});
  }
  // Blocks are listed by message group, whatever part of the line they hold.
  std::sort(side.segments.begin(), side.segments.end(),
            [](const PreparedSegment& a, const PreparedSegment& b) { return a.first < b.first; });
  return side;
}

}  // namespace

void* Side::address(const PreparedSegment& segment, Index row, Index plane,
                    void* plane_buffer) const {
  auto* base = static_cast<std::byte*>(segment.base != nullptr ? segment.base : plane_buffer);
  const Index elements = segment.offset + row * segment.tile_stride + plane * segment.plane_stride;
  return base + elements * static_cast<Index>(element_bytes);
}

PreparedEnds bind(const LinePass& pass, const Box& box, const BufferPointers& buffers,
                  std::size_t real_bytes) {
  return {pass.transform,
          std::max(pass.in_line.size(), pass.out_line.size()),
          box[pass.tile_axis].size(),
          box[pass.plane_axis].size(),
          box[pass.tile_axis].lo,
          pass.points,
          bind_side(pass, pass.in, pass.in_line, box, buffers, real_bytes),
          bind_side(pass, pass.out, pass.out_line, box, buffers, real_bytes)};
}

}  // namespace taskfft
