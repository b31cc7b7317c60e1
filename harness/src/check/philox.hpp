#pragma once
/// Philox4x32-10, a counter-based generator: any rank can make the number of any global index.
///
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC'11).

#include <array>
#include <cstdint>

namespace fftbench {

using PhiloxBlock = std::array<std::uint32_t, 4>;

inline PhiloxBlock philox4x32(PhiloxBlock counter, std::uint64_t seed) {
  constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  auto key0 = static_cast<std::uint32_t>(seed);
  auto key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = multiplier0 * counter[0];
    const std::uint64_t product1 = multiplier1 * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key0,
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key1,
               static_cast<std::uint32_t>(product0)};
    key0 += weyl0;
    key1 += weyl1;
  }
  return counter;
}

/// Two 64-bit words for a 64-bit counter; `stream` separates uses of one seed.
inline std::array<std::uint64_t, 2> philox_words(std::uint64_t counter, std::uint32_t stream,
                                                 std::uint64_t seed) {
  const PhiloxBlock block = philox4x32(
      {static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), stream, 0},
      seed);
  return {(std::uint64_t{block[1]} << 32) | block[0], (std::uint64_t{block[3]} << 32) | block[2]};
}

/// A word as a number in [-0.5, 0.5), on a grid of 2^-53.
inline double centred_uniform(std::uint64_t word) {
  return static_cast<double>(word >> 11) * 0x1.0p-53 - 0.5;
}

}  // namespace fftbench
