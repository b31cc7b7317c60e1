#include "check/impulse.hpp"

#include <cmath>
#include <numbers>

#include "check/philox.hpp"

namespace fftbench {

Impulse random_impulse(const Problem& problem, int repetition, std::uint64_t seed) {
  constexpr std::uint32_t stream = 7;
  const std::size_t axes = problem.shape.size();
  const auto words = [&](std::size_t which) {
    const std::uint64_t counter = static_cast<std::uint64_t>(repetition) * (Extents::max_dims + 1);
    return philox_words(counter + which, stream, seed);
  };
  Impulse impulse;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const auto points = static_cast<std::uint64_t>(problem.shape[axis]);
    impulse.at.push_back(static_cast<Index>(words(axis)[0] % points));
  }
  const auto [length, turn] = words(axes);
  const double largest = std::sqrt(static_cast<double>(problem.shape.volume())) / 8.0;
  const double size = largest * (0.75 + 0.5 * centred_uniform(length));
  const double half_turns = 2.0 * centred_uniform(turn);
  impulse.size = problem.complex_input() ? std::polar(size, std::numbers::pi * half_turns)
                                         : Complex(std::copysign(size, half_turns));
  return impulse;
}

}  // namespace fftbench
