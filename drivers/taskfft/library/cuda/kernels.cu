#include <algorithm>

#include "cuda/kernels.hpp"

namespace taskfft {
namespace {

constexpr int kThreads = kTile * kTileRows;

template <class Element>
__global__ void __launch_bounds__(kThreads)
    transpose_kernel(BoxCopy copy, const Element* from, Element* to) {
  __shared__ TileMemory<Element> memory;
  const std::int64_t tiles = tiles_of(copy);
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const TilePlace place = tile_place(copy, tile);
    load_tile(copy, place, threadIdx.x, threadIdx.y, from, memory);
    __syncthreads();
    store_tile(copy, place, threadIdx.x, threadIdx.y, memory, to);
    __syncthreads();
  }
}

template <class Element>
__global__ void __launch_bounds__(kThreads)
    move_kernel(BoxCopy copy, const Element* from, Element* to) {
  const std::int64_t tiles = tiles_of(copy);
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    move_tile(copy, tile_place(copy, tile), threadIdx.x, threadIdx.y, from, to);
  }
}

template <class Element>
void launch(const BoxCopy& copy, const void* from, void* to, cudaStream_t stream) {
  constexpr std::int64_t most_blocks = std::int64_t{1} << 20;  // each then takes several tiles
  const auto blocks = static_cast<unsigned>(std::min(tiles_of(copy), most_blocks));
  const dim3 threads(kTile, kTileRows);
  const auto* const source = static_cast<const Element*>(from);
  auto* const target = static_cast<Element*>(to);
  if (copy.transposes) {
    transpose_kernel<<<blocks, threads, 0, stream>>>(copy, source, target);
  } else {
    move_kernel<<<blocks, threads, 0, stream>>>(copy, source, target);
  }
}

}  // namespace

void launch_copy(const BoxCopy& copy, std::size_t element_bytes, const void* from, void* to,
                 cudaStream_t stream) {
  if (element_bytes == sizeof(double2)) {
    launch<double2>(copy, from, to, stream);
  } else {
    launch<float2>(copy, from, to, stream);
  }
}

}  // namespace taskfft
