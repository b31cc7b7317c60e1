#pragma once
/// Copies of boxes between strided arrays, cut into tiles as blocks of a device's threads take
/// them. What a thread does is plain arithmetic, compiled for the device and for the host alike: so
/// tests try all of it without a device.

#include <cstdint>

#if defined(__CUDACC__)
#define TASKFFT_ON_DEVICE __host__ __device__
#else
#define TASKFFT_ON_DEVICE
#endif

namespace taskfft {

/// Elements move from sum(i[k] * from[k]) to sum(i[k] * to[k]). Axis 1 is the one along which a
/// tile is read, axis 2 the one along which it is written. Where one axis is the fastest on both
/// sides it is axis 2, and nothing is transposed.
struct BoxCopy {
  std::int64_t extent[3];
  std::int64_t from[3];
  std::int64_t to[3];
  bool transposes;
};

/// A tile's extents, and how many threads share a column of it: 32 by 8 threads take a tile.
inline constexpr int kTile = 32;
inline constexpr int kTileRows = 8;

TASKFFT_ON_DEVICE inline std::int64_t tiles_along(const BoxCopy& copy, int axis) {
  return (copy.extent[axis] + kTile - 1) / kTile;
}

TASKFFT_ON_DEVICE inline std::int64_t tiles_of(const BoxCopy& copy) {
  return copy.extent[0] * tiles_along(copy, 1) * tiles_along(copy, 2);
}

/// Where a tile begins.
struct TilePlace {
  std::int64_t at[3];
};

/// Tiles are counted along axis 2 first.
TASKFFT_ON_DEVICE inline TilePlace tile_place(const BoxCopy& copy, std::int64_t tile) {
  const std::int64_t across = tiles_along(copy, 2);
  const std::int64_t down = tiles_along(copy, 1);
  return {{tile / across / down, tile / across % down * kTile, tile % across * kTile}};
}

/// A tile between its two halves, of a shared memory whose rows are one element longer than a tile,
/// so that its columns do not fall on one bank.
template <class Element>
using TileMemory = Element[kTile][kTile + 1];

/// What thread (x, y) of a block reads of its tile: neighbours in x read neighbours in memory.
template <class Element>
TASKFFT_ON_DEVICE void load_tile(const BoxCopy& copy, const TilePlace& place, int x, int y,
                                 const Element* from, TileMemory<Element>& tile) {
  const std::int64_t i1 = place.at[1] + x;
  if (i1 >= copy.extent[1]) return;
  for (int row = y; row < kTile; row += kTileRows) {
    const std::int64_t i2 = place.at[2] + row;
    if (i2 >= copy.extent[2]) return;
    tile[row][x] = from[place.at[0] * copy.from[0] + i1 * copy.from[1] + i2 * copy.from[2]];
  }
}

/// What it then writes, once all threads have read: neighbours in x write neighbours in memory.
template <class Element>
TASKFFT_ON_DEVICE void store_tile(const BoxCopy& copy, const TilePlace& place, int x, int y,
                                  const TileMemory<Element>& tile, Element* to) {
  const std::int64_t i2 = place.at[2] + x;
  if (i2 >= copy.extent[2]) return;
  for (int row = y; row < kTile; row += kTileRows) {
    const std::int64_t i1 = place.at[1] + row;
    if (i1 >= copy.extent[1]) return;
    to[place.at[0] * copy.to[0] + i1 * copy.to[1] + i2 * copy.to[2]] = tile[x][row];
  }
}

/// Both at once, where nothing is transposed.
template <class Element>
TASKFFT_ON_DEVICE void move_tile(const BoxCopy& copy, const TilePlace& place, int x, int y,
                                 const Element* from, Element* to) {
  const std::int64_t i2 = place.at[2] + x;
  if (i2 >= copy.extent[2]) return;
  for (int row = y; row < kTile; row += kTileRows) {
    const std::int64_t i1 = place.at[1] + row;
    if (i1 >= copy.extent[1]) return;
    to[place.at[0] * copy.to[0] + i1 * copy.to[1] + i2 * copy.to[2]] =
        from[place.at[0] * copy.from[0] + i1 * copy.from[1] + i2 * copy.from[2]];
  }
}

}  // namespace taskfft
