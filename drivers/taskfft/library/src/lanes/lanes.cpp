#include "taskfft/lanes.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include "lanes/passes.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

Index points_of(LaneTransform transform, Index length) {
  return transform == LaneTransform::c2c ? length : length / 2;
}

Index checked_points(LaneTransform transform, Index length) {
  const bool whole = transform == LaneTransform::c2c || length % 2 == 0;
  if (length >= 1 && whole) return points_of(transform, length);
  throw ArgumentError("lanes have no transform of " + std::to_string(length) +
                      (whole ? " points" : " reals, an odd number"));
}

bool has_only(std::initializer_list<Index> factors, Index points) {
  for (const Index factor : factors) {
    while (points % factor == 0) points /= factor;
  }
  return points == 1;
}

/// Points of the passes: those of the transform, or for a convolution the fewest, without wrapping
/// around, of the fast radices.
Index padded_points(Index points) {
  if (has_only({2, 3, 5, 7, 11, 13}, points)) return points;
  Index padded = 2 * points - 1;
  while (!has_only({2, 3, 5}, padded)) ++padded;
  return padded;
}

}  // namespace

template <class Real>
LaneFft<Real>::LaneFft(LineLayout layout, LaneTransform transform, int sign, Index length)
    : LaneFft(fastest_kernel<Real>(layout), transform, sign, length) {}

template <class Real>
LaneFft<Real>::LaneFft(const LaneKernel<Real>& lanes, LaneTransform transform, int sign,
                       Index length)
    : lanes_(lanes),
      program_{transform,
               transform == LaneTransform::c2c && sign > 0,
               checked_points(transform, length),
               padded_points(program_.points),
               0,
               nullptr,
               {},
               nullptr,
               nullptr,
               nullptr} {
  const std::vector<int> radix = cheapest_passes(lanes.radices, program_.padded);
  // Each pass needs points * (radix - 1) / radix / s roots; together fewer than its points. The
  // chirp takes as many as there are points, its response as many as the passes have.
  twiddles_ = AlignedBuffer<Real>(
      static_cast<std::size_t>(2 * (2 * program_.padded + program_.points + length)));
  Real* to = twiddles_.get();
  Index rest = program_.padded;
  for (const int r : radix) {
    steps_.push_back({r, rest / r, to});
    append_roots(to, r, rest);
    rest /= r;
  }
  program_.halves = to;
  if (transform != LaneTransform::c2c) {
    for (Index k = 0; 2 * k <= program_.points; ++k) append_root(to, k, length);
  }
  if (program_.padded != program_.points) {
    append_chirp(to);
  } else {
    plan_rows();
  }
  program_.steps = static_cast<int>(steps_.size());
  program_.step = steps_.data();
}

/// The chirp, and the transform of its conjugate over both signs of j: in double precision for
/// either. j^2 is taken modulo 2 points, as it could overflow.
template <class Real>
void LaneFft<Real>::append_chirp(Real* to) {
  const Index points = program_.points, padded = program_.padded;
  std::vector<double> conjugate(static_cast<std::size_t>(2 * padded));
  program_.chirp = to;
  for (Index j = 0, square = 0; j < points; square = (square + 2 * j + 1) % (2 * points), ++j) {
    append_root(to, square, 2 * points);
    for (const Index at : {j, (padded - j) % padded}) {
      double* element = conjugate.data() + 2 * at;
      append_root(element, 2 * points - square, 2 * points);
    }
  }
  const LaneFft<double> fft(LineLayout::contiguous, LaneTransform::c2c, -1, padded);
  const AlignedBuffer<std::byte> scratch(LaneFft<double>::scratch_bytes(padded));
  const LanePiece<double> line{conjugate.data(), padded, 1, 0};
  fft.execute({&line, 1, false, false}, {&line, 1, false, false}, 1, scratch.get());
  program_.response = to;
  for (const double number : conjugate) {
    *to++ = static_cast<Real>(number / static_cast<double>(padded));
  }
}

template <class Real>
std::size_t LaneFft<Real>::scratch_bytes(Index length) {
  const std::size_t lanes =
      2 * sizeof(Real) *
      static_cast<std::size_t>(fastest_kernel<Real>(LineLayout::side_by_side).width);
  return 2 * lanes * static_cast<std::size_t>(padded_points(length) + 1) +
         sizeof(Real*) * static_cast<std::size_t>(length);
}

template <class Real>
void LaneFft<Real>::execute(const LaneSide<Real>& in, const LaneSide<Real>& out, int rows,
                            void* scratch) const {
  auto* const numbers = static_cast<Real*>(scratch);
  const auto size = static_cast<std::size_t>(4 * (program_.padded + 1) * lanes_.width);
  lanes_.run(program_, in, out, rows, numbers, reinterpret_cast<Real**>(numbers + size));
}

template class LaneFft<double>;
template class LaneFft<float>;

}  // namespace taskfft
