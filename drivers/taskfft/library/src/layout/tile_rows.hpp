#pragma once
/// How many lines are transformed together.

#include <algorithm>
#include <numeric>

#include "layout/box.hpp"
#include "taskfft/arguments.hpp"

namespace taskfft {

/// Rows of a tile that fill about half of a first-level cache. FFTW's are a multiple of 8, so that
/// a strided gather uses whole cache lines. Our own fill vectors of 64 bytes, of which a lane takes
/// two rows of reals; lines of elements of half the size are twice as many, as they may be reals.
inline Index tile_rows(Index length, std::size_t element_bytes) {
  constexpr Index cache = 32 * 1024;
  const auto bytes = static_cast<Index>(element_bytes);
  const Index least = built_with_fftw() ? 8 : 256 / bytes;
  const Index fitting = cache / std::max<Index>(1, length * bytes);
  return std::clamp<Index>(fitting / least * least, least, 64);
}

/// Whole tiles of FFTW's and whole vectors: cut between them, lines are transformed together in the
/// same groups, and come out with the same bits.
inline Index whole_tiles(Index length, std::size_t element_bytes) {
  constexpr Index vectors = 16;
  return std::lcm(tile_rows(length, element_bytes), vectors);
}

/// Part of a range, cut between tiles.
inline Range split_tiles(Range range, Index tile, int parts, int part) {
  const Range tiles = split({0, (range.size() + tile - 1) / tile}, parts, part);
  return {std::min(range.hi, range.lo + tiles.lo * tile),
          std::min(range.hi, range.lo + tiles.hi * tile)};
}

}  // namespace taskfft
