#include "kernels.hpp"

#include <algorithm>

#include "expect.hpp"

namespace fftbench::lower_bound::device {
namespace {

constexpr int threads = 256;
constexpr int chains = 8;  ///< per thread, none of which waits for another

using Vector = uint4;  // 16 bytes, the widest that a thread loads at once

__device__ std::size_t first() {
  return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ std::size_t step() {
  return static_cast<std::size_t>(gridDim.x) * blockDim.x;
}

/// Vectors [0, both) are moved, [both, held) are read, and [both, wanted) are written.
template <bool streaming>
__global__ void pass_kernel(const Vector* from, std::size_t both, std::size_t held, Vector* to,
                            std::size_t wanted, unsigned* unused) {
#pragma unroll 4
  for (std::size_t i = first(); i < both; i += step()) {
    Vector value = streaming ? __ldcs(from + i) : from[i];
    value.y ^= 0x80000000U;  // the signs of two doubles, or of two floats in four
    value.w ^= 0x80000000U;
    if (streaming) {
      __stcs(to + i, value);
    } else {
      to[i] = value;
    }
  }
  unsigned seen = 0;
  for (std::size_t i = both + first(); i < held; i += step()) {
    const Vector value = from[i];
    seen |= value.x ^ value.y ^ value.z ^ value.w;
  }
  if (seen == 0x9E3779B9U) *unused = seen;  // hardly ever, but the compiler can't know
  for (std::size_t i = both + first(); i < wanted; i += step()) to[i] = Vector{0, 0, 0, 0};
}

template <class Real>
__global__ void multiply_add_kernel(std::size_t active, std::size_t rounds, Real factor,
                                    unsigned* unused) {
  if (first() >= active) return;
  Real values[chains];
  for (int i = 0; i < chains; ++i) values[i] = static_cast<Real>(threadIdx.x + i);
  for (std::size_t round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < chains; ++i) values[i] = values[i] * factor + factor;
  }
  Real sum = 0;
  for (int i = 0; i < chains; ++i) sum += values[i];
  if (sum == static_cast<Real>(-1)) *unused = 1;  // never
}

}  // namespace

int multiprocessors() {
  int device = 0, count = 0;
  expect(cudaGetDevice(&device), "ask for the device");
  expect(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
         "count multiprocessors");
  return count;
}

void pass(const void* from, std::size_t held, void* to, std::size_t wanted, bool streaming,
          int blocks, unsigned* unused) {
  constexpr std::size_t size = sizeof(Vector);
  const auto* const source = static_cast<const Vector*>(from);
  auto* const target = static_cast<Vector*>(to);
  const std::size_t both = std::min(held, wanted) / size;
  const auto kernel = streaming ? pass_kernel<true> : pass_kernel<false>;
  kernel<<<blocks, threads>>>(source, both, held / size, target, wanted / size, unused);
  expect(cudaGetLastError(), "start a pass through memory");
}

void copy(const void* from, std::size_t held, void* to, std::size_t wanted, int blocks,
          unsigned* unused) {
  const std::size_t both = std::min(held, wanted);
  expect(cudaMemcpyAsync(to, from, both, cudaMemcpyDeviceToDevice, nullptr), "copy");
  if (held == wanted) return;
  pass(static_cast<const char*>(from) + both, held - both, static_cast<char*>(to) + both,
       wanted - both, false, blocks, unused);
}

void multiply_add(std::size_t operations, bool single, int blocks, unsigned* unused) {
  // As even as can be: all threads make as many rounds, and as few threads as needed make any.
  constexpr std::size_t of_round = 2 * chains;
  const std::size_t all = static_cast<std::size_t>(blocks) * threads;
  const std::size_t rounds = (operations + of_round * all - 1) / (of_round * all);
  const std::size_t active = rounds > 0 ? operations / (of_round * rounds) : 0;
  if (single) {
    multiply_add_kernel<float><<<blocks, threads>>>(active, rounds, 0.5F, unused);
  } else {
    multiply_add_kernel<double><<<blocks, threads>>>(active, rounds, 0.5, unused);
  }
  expect(cudaGetLastError(), "start a loop of multiply-adds");
}

}  // namespace fftbench::lower_bound::device
