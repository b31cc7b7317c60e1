#pragma once
/// Lines side by side on their way through the second-level cache, as many as make long runs of
/// memory. A tile of lanes has runs of one or two cache lines. Memory gives and takes these slowly
/// where they lie a power of two apart, and takes them slowly around the cache wherever they lie.

#include <cstddef>

#include "layout/box.hpp"

namespace taskfft {

struct Panel {
  Index lines;   ///< side by side: whole tiles of any kernel
  Index stride;  ///< elements from one element of a line to the next: no power of two of bytes
};

/// For lines of so many elements.
inline Panel panel_of(Index length, std::size_t element_bytes) {
  constexpr Index longest = 1024, shortest = 256;  // bytes of a run
  constexpr Index most = Index{1} << 18;           // bytes of a panel
  constexpr Index cache_line = 64;
  Index run = longest;
  while (run > shortest && run * length > most) run /= 2;
  const auto unit = static_cast<Index>(element_bytes);
  return {run / unit, (run + cache_line) / unit};
}

inline std::size_t panel_bytes(Index length, std::size_t element_bytes) {
  return static_cast<std::size_t>(length * panel_of(length, element_bytes).stride) * element_bytes;
}

}  // namespace taskfft
