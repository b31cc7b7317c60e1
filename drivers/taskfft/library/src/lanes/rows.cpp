// The passes of LaneFft with lanes along contiguous lines: lanes/rows.hpp.
#include <algorithm>

#include "lanes/passes.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft {
namespace {

/// Whether squares of vectors, which make a tile's lines into lanes in memory of the kernel's own,
/// are as fast: for a few points, and for real lines, whose half spectrum takes more shuffles here,
/// while the tile fills no more than a fourth of a first-level cache of 48 KiB.
template <class Real>
bool squares_do(LaneTransform transform, Index points, int width) {
  constexpr Index few = 32;
  constexpr std::size_t small = 12 * 1024;
  if (transform == LaneTransform::c2c) return points < few;
  return 2 * sizeof(Real) * static_cast<std::size_t>(points * width) <= small;
}

/// Those of the first pass.
template <class Real>
void append_row_roots(Real*& to, int radix, Index together, Index points) {
  const Index m = points / radix;
  for (Index next = 0; next < m; next += together) {
    const Index first = std::min(next, m - together);
    for (Index j = 1; j < radix; ++j) {
      for (Index p = first; p < first + together; ++p) append_root(to, j * p, points);
    }
  }
}

/// -i w^k, w = exp(-pi i / points), by this factor, for each frequency k.
template <class Real>
void append_halves(Real*& to, Real factor, Index points) {
  for (Index k = 0; k < points; ++k) {
    Real root[2], *at = root;
    append_root(at, k, 2 * points);
    *to++ = factor * root[1];
    *to++ = -factor * root[0];
  }
}

}  // namespace

template <class Real>
void LaneFft<Real>::plan_rows() {
  const Index points = program_.points;
  const int width = lanes_.width;
  const std::vector<int> radix = cheapest_row_passes(lanes_.radices, points, width / 2);
  const bool contiguous = !radix.empty() && !squares_do<Real>(program_.transform, points, width);
  const bool few_lines = program_.transform == LaneTransform::c2c && !radix.empty() &&
                         std::ranges::equal(radix, steps_, {}, {}, &LaneStep<Real>::radix);
  if (!contiguous && !few_lines) return;
  // Less than two numbers a point for the first pass, and for what its last vectors repeat; two for
  // halves, and two for the other passes.
  row_roots_ = AlignedBuffer<Real>(static_cast<std::size_t>(6 * points + width * radix.front()));
  Real* to = row_roots_.get();
  Index rest = points / radix.front();
  row_steps_.push_back({radix.front(), rest, to});
  append_row_roots(to, radix.front(), width / 2, points);
  const Real* const halves = to;
  if (program_.transform != LaneTransform::c2c) {
    append_halves(to, program_.transform == LaneTransform::r2c ? Real{1} / 2 : Real{1}, points);
  }
  for (std::size_t k = 1; k < radix.size(); ++k) {
    row_steps_.push_back({radix[k], rest / radix[k], to});
    append_roots(to, radix[k], rest);
    rest /= radix[k];
  }
  program_.rows = {contiguous, few_lines, static_cast<int>(row_steps_.size()), row_steps_.data(),
                   halves};
}

template void LaneFft<double>::plan_rows();
template void LaneFft<float>::plan_rows();

}  // namespace taskfft
