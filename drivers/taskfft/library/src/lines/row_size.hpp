#pragma once
/// How large the numbers of a row are, and the power of two that makes them about one.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>

#include "taskfft/problem.hpp"

namespace taskfft {

/// The sum of a row's magnitudes: not finite if one of them is not, or if it is too large.
template <class Real>
Real row_size(const Real* numbers, Index count) {
  constexpr Index parts = 8;  // sums beside each other, which compilers take into vectors
  std::array<Real, parts> sums{};
  Index i = 0;
  for (; i + parts <= count; i += parts) {
    for (std::size_t part = 0; part < parts; ++part)
      sums[part] += std::abs(numbers[i + static_cast<Index>(part)]);
  }
  for (; i < count; ++i) sums[0] += std::abs(numbers[i]);
  return std::accumulate(sums.begin(), sums.end(), Real{0});
}

/// Powers of two, by which products are exact. A row of zeros stays one, whatever comes beside it,
/// and one that is not finite stays as it is.
template <class Real>
struct RowScale {
  Real before = 1;  ///< makes the row about one
  Real after = 1;   ///< makes what becomes of it as large as it should be

  RowScale() = default;
  explicit RowScale(Real size) {
    if (!std::isfinite(size)) return;
    before = after = 0;
    if (size == 0) return;
    using Limits = std::numeric_limits<Real>;
    using Bits = std::conditional_t<sizeof(Real) == 8, std::int64_t, std::int32_t>;
    constexpr auto exponent = std::bit_cast<Bits>(Limits::infinity());
    constexpr Real least = 2 * Limits::min();  // half of it has all digits yet
    const auto power = std::bit_cast<Real>(std::bit_cast<Bits>(size) & exponent);
    after = std::clamp(power, least, 1 / least);
    before = 1 / after;
  }
};

}  // namespace taskfft
