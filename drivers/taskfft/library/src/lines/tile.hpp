#pragma once
/// Lines to the rows of a tile that stays in the cache, and back.

#include <algorithm>
#include <cstring>

#include "layout/tile_rows.hpp"
#include "lines/side.hpp"

namespace taskfft {

/// Elements from row to row of a tile: whole cache lines, and one more so that the rows of
/// power-of-two lines do not fall on one cache set.
inline Index tile_stride(Index length) {
  return (length + 7) / 8 * 8 + 8;
}

inline std::size_t tile_bytes(Index length, std::size_t element_bytes) {
  return static_cast<std::size_t>(tile_rows(length, element_bytes) * tile_stride(length)) *
         element_bytes;
}

/// Copies lines from a segment into the rows of a tile (rows `stride` apart). Where the lines are
/// not contiguous the tile is transposed on the way, reading what is contiguous across lines. What
/// is absent of them becomes zero.
template <class Element>
void load_tile(const PreparedSegment& segment, const Element* source, Index rows, Element* tile,
               Index stride) {
  tile += segment.first;
  if (segment.absent) {
    for (Index r = 0; r < rows; ++r) std::fill_n(tile + r * stride, segment.length, Element{});
    return;
  }
  if (segment.line_stride == 1) {
    for (Index r = 0; r < rows; ++r) {
      std::memcpy(tile + r * stride, source + r * segment.tile_stride,
                  static_cast<std::size_t>(segment.length) * sizeof(Element));
    }
    return;
  }
  const Index across = segment.tile_stride;
  for (Index i = 0; i < segment.length; ++i) {
    const Element* from = source + i * segment.line_stride;
    Element* to = tile + i;
    Index r = 0;
    for (; r + 8 <= rows; r += 8) {
      for (int k = 0; k < 8; ++k) to[(r + k) * stride] = from[(r + k) * across];
    }
    for (; r < rows; ++r) to[r * stride] = from[r * across];
  }
}

/// The opposite of load_tile.
template <class Element>
void store_tile(const PreparedSegment& segment, Element* target, Index rows, const Element* tile,
                Index stride) {
  tile += segment.first;
  if (segment.line_stride == 1) {
    for (Index r = 0; r < rows; ++r) {
      std::memcpy(target + r * segment.tile_stride, tile + r * stride,
                  static_cast<std::size_t>(segment.length) * sizeof(Element));
    }
    return;
  }
  const Index across = segment.tile_stride;
  for (Index i = 0; i < segment.length; ++i) {
    const Element* from = tile + i;
    Element* to = target + i * segment.line_stride;
    Index r = 0;
    for (; r + 8 <= rows; r += 8) {
      for (int k = 0; k < 8; ++k) to[(r + k) * across] = from[(r + k) * stride];
    }
    for (; r < rows; ++r) to[r * across] = from[r * stride];
  }
}

}  // namespace taskfft
