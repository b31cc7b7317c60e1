#include "lines/copy_pass.hpp"

#include <algorithm>
#include <cstring>

namespace taskfft {
namespace {

bool side_by_side(const Side& side) {
  return std::all_of(side.segments.begin(), side.segments.end(),
                     [](const PreparedSegment& segment) { return segment.tile_stride == 1; });
}

/// Where element `at` of the first line lies.
std::byte* address(const Side& side, const PreparedSegment& segment, Index at, Index plane,
                   void* plane_buffer) {
  auto* const first = static_cast<std::byte*>(side.address(segment, 0, plane, plane_buffer));
  const Index elements = (at - segment.first) * segment.line_stride;
  return first + elements * static_cast<Index>(side.element_bytes);
}

void copy_between(const PreparedEnds& ends, const PreparedSegment& in, const PreparedSegment& out,
                  Index plane, void* plane_buffer) {
  const auto unit = static_cast<Index>(ends.in.element_bytes);
  const Index lo = std::max(in.first, out.first);
  const Index hi = std::min(in.first + in.length, out.first + out.length);
  if (lo >= hi) return;
  const std::byte* from = address(ends.in, in, lo, plane, plane_buffer);
  std::byte* to = address(ends.out, out, lo, plane, plane_buffer);
  const auto run = static_cast<std::size_t>(ends.rows * unit);
  for (Index at = lo; at < hi; ++at) {
    std::memcpy(to, from, run);
    from += in.line_stride * unit;
    to += out.line_stride * unit;
  }
}

}  // namespace

bool copies_runs(const PreparedEnds& ends) {
  return ends.transform == LineTransform::copy && side_by_side(ends.in) && side_by_side(ends.out);
}

void copy_runs(const PreparedEnds& ends, Index plane, void* plane_buffer) {
  for (const PreparedSegment& in : ends.in.segments) {
    for (const PreparedSegment& out : ends.out.segments)
      copy_between(ends, in, out, plane, plane_buffer);
  }
}

}  // namespace taskfft
