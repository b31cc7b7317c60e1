#include "operations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace fftbench::lower_bound {

double fewest_operations(Index n) {
  if (n < 2) return 0;
  const auto points = static_cast<double>(n);
  const double log = std::log2(points);
  const double smooth = 34.0 / 9 * points * log - 124.0 / 27 * points - 2 * log + 8;
  if (!std::has_single_bit(static_cast<std::uint64_t>(n))) return smooth;
  const double sign = std::bit_width(static_cast<std::uint64_t>(n)) % 2 == 1 ? 1 : -1;
  return smooth + sign * (16.0 / 27 - 2.0 / 9 * log);
}

double fewest_operations_real(Index n) {
  return std::max(0.0, fewest_operations(n) / 2 - static_cast<double>(n - 2));
}

double fewest_operations(const Problem& problem) {
  const auto points = static_cast<double>(problem.shape.volume());
  double total = 0;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    const Index n = problem.shape[axis];
    const double lines = points / static_cast<double>(n);
    if (problem.transform == Transform::c2c) {
      total += lines * fewest_operations(n);
    } else if (problem.transform == Transform::r2c && axis + 1 < problem.shape.size()) {
      total += lines / 2 * fewest_operations(n);
    } else {
      total += lines * fewest_operations_real(n);
    }
  }
  return total;
}

}  // namespace fftbench::lower_bound
