// The passes of LaneFft with lanes along contiguous lines: lanes/rows.hpp.
#include <algorithm>
#include <numeric>

#include "lanes/passes.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft {
namespace {

/// Whether a whole tile is so small that squares of vectors, which make its lines into lanes in
/// memory of the kernel's own, are as fast: a fourth of a first-level cache of 48 KiB.
template <class Real>
bool tile_is_small(Index points, int width) {
  constexpr std::size_t small = 12 * 1024;
  return 2 * sizeof(Real) * static_cast<std::size_t>(points * width) <= small;
}

/// How many of a line's points have to lie side by side in a vector: pieces of 16 bytes. Those of
/// spectra that were joined have real and imaginary parts apart.
template <class Real>
int fewest_columns(LaneTransform transform) {
  const int numbers = 16 / static_cast<int>(sizeof(Real));
  return transform == LaneTransform::c2r ? numbers : std::max(2, numbers / 2);
}

/// A root into a lane of two vectors, of real and of imaginary parts.
template <class Real>
void put_root(Real* vectors, int width, int lane, Index k, Index n) {
  Real root[2], *at = root;
  append_root(at, k, n);
  vectors[lane] = root[0];
  vectors[width + lane] = root[1];
}

}  // namespace

template <class Real>
void LaneFft<Real>::plan_rows() {
  const Index points = program_.points;
  const int width = lanes_.width;
  const std::vector<int> radix =
      cheapest_row_passes(lanes_.radices, points, width, fewest_columns<Real>(program_.transform));
  const bool contiguous = !radix.empty() && !tile_is_small<Real>(points, width);
  const bool few_lines = program_.transform == LaneTransform::c2c && !radix.empty() &&
                         std::ranges::equal(radix, steps_, {}, {}, &LaneStep<Real>::radix);
  if (!contiguous && !few_lines) return;
  Index rest = points / radix.front();
  const auto columns = static_cast<int>(std::gcd(rest, Index{width}));
  // The first pass has each root for every line in the lanes. Then come halves, as many as points;
  // what the other passes take is less than the first one leaves.
  row_roots_ = AlignedBuffer<Real>(static_cast<std::size_t>(2 * points * (width / columns + 1)));
  Real* to = row_roots_.get();
  row_steps_.push_back({radix.front(), to});
  const bool plain = program_.transform == LaneTransform::c2r;
  for (Index p = 0; p < rest; p += columns) {
    for (Index j = 1; j < radix.front(); ++j, to += 2 * width) {
      for (int k = 0; k < width; ++k) {
        const int lane = plain ? k : lanes_.lane_of[static_cast<std::size_t>(k)];
        put_root(to, width, lane, j * (p + k % columns), points);
      }
    }
  }
  const Real* const halves = to;
  if (program_.transform != LaneTransform::c2c) {
    for (Index k = 0; k < points; ++k) {
      put_root(to + 2 * (k - k % width), width, static_cast<int>(k % width), k, 2 * points);
    }
    to += 2 * points;
  }
  for (std::size_t k = 1; k < radix.size(); ++k) {
    row_steps_.push_back({radix[k], to});
    append_roots(to, radix[k], rest);
    rest /= radix[k];
  }
  program_.rows = {contiguous,        few_lines, columns, static_cast<int>(row_steps_.size()),
                   row_steps_.data(), halves};
}

template void LaneFft<double>::plan_rows();
template void LaneFft<float>::plan_rows();

}  // namespace taskfft
