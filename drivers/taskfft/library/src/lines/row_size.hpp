#pragma once
/// How large the numbers of a row are, and the power of two that makes them about one.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "taskfft/problem.hpp"

namespace taskfft {

/// The largest magnitude of a row: an infinity or no number at all (NaN) if one of them is.
/// Magnitudes are in the order of their bits (IEEE 754), and so compared faster.
template <class Real>
Real row_size(const Real* numbers, Index count) {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::int64_t, std::int32_t>;
  Bits most = 0;
  for (Index i = 0; i < count; ++i)
    most = std::max(most, std::bit_cast<Bits>(std::abs(numbers[i])));
  return std::bit_cast<Real>(most);
}

/// Products with powers of two are exact. A row of zeros stays one, whatever comes beside it, and
/// one that is not finite stays as it is.
template <class Real>
struct RowScale {
  Real before = 1;  ///< makes the row about one
  Real after = 1;   ///< makes what becomes of it as large as it should be
  RowScale() = default;
  explicit RowScale(Real size) {
    if (!std::isfinite(size)) return;
    constexpr int most = std::numeric_limits<Real>::max_exponent - 3;  // far from subnormal numbers
    const int exponent = size == 0 ? 0 : std::clamp(std::ilogb(size), -most, most);
    before = size == 0 ? 0 : std::ldexp(Real{1}, -exponent);
    after = size == 0 ? 0 : std::ldexp(Real{1}, exponent);
  }
};

}  // namespace taskfft
