#pragma once
/// Where the lines of a pass lie, with pointers.

#include <vector>

#include "layout/work.hpp"

namespace taskfft {

/// Where each buffer begins; the plane buffer is in the worker's workspace instead.
struct BufferPointers {
  std::array<void*, kBuffers> mine{};
  /// Both send buffers of every rank of the node, where memory is shared.
  std::vector<std::array<void*, 2>> shared{};

  void*& operator[](Buffer buffer) { return mine[static_cast<std::size_t>(buffer)]; }
  void* of(const Segment& segment) const {
    if (segment.owner == kNobody) return mine[static_cast<std::size_t>(segment.buffer)];
    const std::size_t parity = segment.buffer == Buffer::send_even ? 0 : 1;
    return shared[static_cast<std::size_t>(segment.owner)][parity];
  }
};

/// A segment with its pointer: part of every line of a pass, strides in elements.
struct PreparedSegment {
  void* base;         ///< start of the buffer; null stands for the worker's plane buffer
  Index offset;       ///< of the first line's first element in it
  Index first;        ///< position in the line where this segment begins
  Index length;       ///< elements of each line
  Index line_stride;  ///< along the line
  Index tile_stride;  ///< from line to line
  Index plane_stride;
  bool absent = false;  ///< a gap of the line: zeros to be read, and what is written there is lost
};

/// One end of a pass: the segments that together hold its lines, in the order of the line.
struct Side {
  std::vector<PreparedSegment> segments;
  std::size_t element_bytes;
  bool is_real;
  bool scratch;  ///< read again at once: a plane between the passes of a stage
  Index lines;   ///< that it holds at once, the next ones in the same place; 0: all

  /// First element of a line in a segment.
  void* address(const PreparedSegment& segment, Index row, Index plane, void* plane_buffer) const;
};

/// Both ends of a pass over a box.
struct PreparedEnds {
  LineTransform transform;
  Index length;  ///< of the transform
  Index rows;    ///< lines in a plane
  Index planes;
  Index first_row;  ///< global index of the first line along the tile axis
  Index points;     ///< of the whole array, for twiddles
  Side in;
  Side out;
};

/// `real_bytes`: of one real number of the plan's precision.
PreparedEnds bind(const LinePass& pass, const Box& box, const BufferPointers& buffers,
                  std::size_t real_bytes);

/// Where each plane's lines go on from those of the plane before it, at the same steps and on both
/// sides, all lines of all planes as those of one: fewer tiles are left half empty.
void join_planes(PreparedEnds& ends);

}  // namespace taskfft
