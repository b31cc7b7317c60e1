#include "lines/runs.hpp"

#include <algorithm>
#include <cstring>

#include "support/streaming.hpp"

namespace taskfft {
namespace {

/// Where element `at` of a line lies.
std::byte* address(const Side& side, const PreparedSegment& segment, Index at, Index row,
                   Index plane, void* scratch) {
  auto* const first = static_cast<std::byte*>(side.address(segment, row, plane, scratch));
  const Index elements = (at - segment.first) * segment.line_stride;
  return first + elements * static_cast<Index>(side.element_bytes);
}

}  // namespace

bool side_by_side(const Side& side) {
  return std::all_of(side.segments.begin(), side.segments.end(),
                     [](const PreparedSegment& segment) { return segment.tile_stride == 1; });
}

bool contiguous(const Side& side) {
  return std::all_of(side.segments.begin(), side.segments.end(),
                     [](const PreparedSegment& segment) { return segment.line_stride == 1; });
}

void copy_runs(const Side& in, const Side& out, Index plane, Range rows, bool around,
               void* scratch) {
  const bool across = side_by_side(in) && side_by_side(out);
  const auto unit = static_cast<Index>(in.element_bytes);
  for (const PreparedSegment& source : in.segments) {
    for (const PreparedSegment& target : out.segments) {
      const Index lo = std::max(source.first, target.first);
      const Index hi = std::min(source.first + source.length, target.first + target.length);
      if (lo >= hi) continue;
      const std::byte* from = address(in, source, lo, rows.lo, plane, scratch);
      std::byte* to = address(out, target, lo, rows.lo, plane, scratch);
      const Index runs = across ? hi - lo : rows.size();
      const auto bytes = static_cast<std::size_t>((across ? rows.size() : hi - lo) * unit);
      StreamingCopy stream;
      for (Index run = 0; run < runs; ++run) {
        if (around) {
          stream.run(to, from, bytes);
        } else {
          std::memcpy(to, from, bytes);
        }
        from += (across ? source.line_stride : source.tile_stride) * unit;
        to += (across ? target.line_stride : target.tile_stride) * unit;
      }
    }
  }
}

}  // namespace taskfft
