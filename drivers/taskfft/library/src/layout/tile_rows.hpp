#pragma once
/// How many lines are transformed together.

#include <algorithm>

#include "taskfft/problem.hpp"

namespace taskfft {

/// Rows of a tile that fill about half of a first-level cache, a multiple of 8 so that a strided
/// gather uses whole cache lines.
inline Index tile_rows(Index length, std::size_t element_bytes) {
  constexpr Index cache = 32 * 1024;
  const Index fitting = cache / std::max<Index>(1, length * static_cast<Index>(element_bytes));
  return std::clamp<Index>(fitting / 8 * 8, 8, 64);
}

}  // namespace taskfft
