#include "lines/side.hpp"

#include <algorithm>
#include <utility>

namespace taskfft {
namespace {

/// A segment at its positions of the whole line: in two, if the gap lies within it.
void add(Side& side, PreparedSegment segment, const Range& gap) {
  const Index before = std::clamp<Index>(gap.lo - segment.first, 0, segment.length);
  if (before > 0) {
    side.segments.push_back(segment);
    side.segments.back().length = before;
  }
  if (before == segment.length) return;
  segment.offset += before * segment.line_stride;
  segment.first += before + gap.size();
  segment.length -= before;
  side.segments.push_back(segment);
}

Side bind_side(const LinePass& pass, const std::vector<Segment>& segments, const Line& line,
               const Box& box, const BufferPointers& buffers, std::size_t real_bytes) {
  const Element element = segments.front().element;
  const Buffer buffer = segments.front().buffer;
  Side side{{},
            element_bytes(element, real_bytes),
            element == Element::real,
            buffer == Buffer::plane || buffer == Buffer::planes,
            segments.front().lines};
  for (const Segment& s : segments) {
    const Index offset =
        s.offset + (s.line.lo - s.origin[pass.axis]) * s.stride[pass.axis] +
        (box[pass.tile_axis].lo - s.origin[pass.tile_axis]) * s.stride[pass.tile_axis] +
        (box[pass.plane_axis].lo - s.origin[pass.plane_axis]) * s.stride[pass.plane_axis];
    void* base = s.buffer == Buffer::plane ? nullptr : buffers.of(s);
    add(side,
        {base, offset, s.line.lo - line.stored.lo, s.line.size(), s.stride[pass.axis],
         s.stride[pass.tile_axis], s.stride[pass.plane_axis]},
        line.gap);
  }
  if (line.gap.size() > 0) {
    PreparedSegment gap = side.segments.front();  // with the strides of what is stored
    gap.first = line.gap.lo;
    gap.length = line.gap.size();
    gap.absent = true;
    side.segments.push_back(gap);
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
  if (lines > 0) row %= lines;
  const Index elements = segment.offset + row * segment.tile_stride + plane * segment.plane_stride;
  return base + elements * static_cast<Index>(element_bytes);
}

PreparedEnds bind(const LinePass& pass, const Box& box, const BufferPointers& buffers,
                  std::size_t real_bytes) {
  return {pass.transform,
          std::max(pass.in_line.length(), pass.out_line.length()),
          box[pass.tile_axis].size(),
          box[pass.plane_axis].size(),
          box[pass.tile_axis].lo,
          pass.points,
          bind_side(pass, pass.in, pass.in_line, box, buffers, real_bytes),
          bind_side(pass, pass.out, pass.out_line, box, buffers, real_bytes)};
}

void join_planes(PreparedEnds& ends) {
  const auto goes_on = [&ends](const PreparedSegment& segment) {
    return segment.plane_stride == ends.rows * segment.tile_stride;
  };
  const auto all_go_on = [&](const Side& side) {
    return std::all_of(side.segments.begin(), side.segments.end(), goes_on);
  };
  if (!all_go_on(ends.in) || !all_go_on(ends.out)) return;
  ends.rows *= std::exchange(ends.planes, 1);
}

}  // namespace taskfft
