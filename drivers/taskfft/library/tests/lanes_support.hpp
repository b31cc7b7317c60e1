#pragma once
/// Lines in every kind of memory that the lane kernels can work on, and what their transforms must
/// be by sums written out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "layout/box.hpp"
#include "support.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft::testing_support {

using LongComplex = std::complex<long double>;
using Reals = testing::Types<double, float>;

/// All roots of unity of order n.
inline std::vector<LongComplex> roots(Index n) {
  std::vector<LongComplex> all;
  for (Index k = 0; k < n; ++k) {
    const long double turn = static_cast<long double>(k) / static_cast<long double>(n);
    all.push_back(std::polar(1.0L, 2 * std::numbers::pi_v<long double> * turn));
  }
  return all;
}

/// Lines of complex numbers in one of the ways that a side can hold them; those with a gap have no
/// memory for a third of their elements.
enum class Hold {
  side_by_side,
  side_by_side_with_gap,
  contiguous,
  contiguous_with_gap,
  scattered,
  two_pieces
};

constexpr bool adjacent(Hold hold) {
  return hold == Hold::side_by_side || hold == Hold::side_by_side_with_gap;
}

constexpr bool has_gap(Hold hold) {
  return hold == Hold::side_by_side_with_gap || hold == Hold::contiguous_with_gap;
}

template <class Real>
class Lines {
 public:
  /// `stream`: to be stored around the cache, and so with all vectors aligned.
  Lines(Hold hold, Index length, int rows, bool stream = false)
      : hold_(hold),
        stream_(stream),
        across_(adjacent(hold) ? 1 : length + 2),
        along_(adjacent(hold) ? rows + 3 : 1) {
    if (hold == Hold::scattered) {
      across_ = 2;
      along_ = 2 * rows + 1;
    }
    if (stream) {
      Index& stride = adjacent(hold) ? along_ : across_;
      stride = (stride + kMargin - 1) / kMargin * kMargin;
    }
    size_ = static_cast<std::size_t>(kMargin + length * along_ + rows * across_ + kMargin);
    data_ = AlignedBuffer<std::complex<Real>>(size_);
    std::fill_n(data_.get(), size_, kCanary);
    if (has_gap(hold)) gap_ = {length / 3, length - length / 3};
    append(0, hold == Hold::two_pieces ? length / 3 : gap_.lo);
    append(gap_.lo, gap_.hi);
    append(hold == Hold::two_pieces ? length / 3 : gap_.hi, length);
  }
  std::complex<Real>& at(Index i, int row) {
    return data_.get()[kMargin + i * along_ + row * across_];
  }
  /// Whether the side has memory for element i.
  bool has(Index i) const { return i < gap_.lo || i >= gap_.hi; }
  /// Whether everything between and around the lines is as it was.
  bool alone(Index length, int rows) {
    std::vector<bool> ours(size_, false);
    for (int row = 0; row < rows; ++row) {
      for (Index i = 0; i < length; ++i) {
        ours[static_cast<std::size_t>(kMargin + i * along_ + row * across_)] = has(i);
      }
    }
    for (std::size_t k = 0; k < size_; ++k) {
      if (!ours[k] && data_.get()[k] != kCanary) return false;
    }
    return true;
  }
  LaneSide<Real> side() const {
    return {pieces_.data(), static_cast<int>(pieces_.size()), adjacent(hold_), stream_};
  }

 private:
  static constexpr Index kMargin = 64;
  static constexpr std::complex<Real> kCanary{-7, -7};

  /// A piece with elements first .. end - 1, if there are any.
  void append(Index first, Index end) {
    if (first == end) return;
    auto* const start = reinterpret_cast<Real*>(data_.get() + kMargin + first * along_);
    pieces_.push_back({has(first) ? start : nullptr, end - first, along_, across_});
  }

  Hold hold_;
  bool stream_;
  Index across_, along_;
  Range gap_{0, 0};
  std::size_t size_ = 0;
  AlignedBuffer<std::complex<Real>> data_;
  std::vector<LanePiece<Real>> pieces_;
};

template <class Real>
void expect_complex(const LaneKernel<Real>& kernel, Index length, int sign, Hold from, Hold to,
                    int rows, bool stream = false) {
  Lines<Real> in(from, length, rows), out(to, length, rows, stream);
  for (int row = 0; row < rows; ++row) {
    for (Index i = 0; i < length; ++i) {
      const auto key = static_cast<std::uint64_t>(2 * (row * length + i));
      in.at(i, row) = {static_cast<Real>(noise(key)), static_cast<Real>(noise(key + 1))};
    }
  }
  const LaneFft<Real> fft(kernel, LaneTransform::c2c, sign, length);
  const AlignedBuffer<std::byte> scratch(LaneFft<Real>::scratch_bytes(length));
  fft.execute(in.side(), out.side(), rows, scratch.get());
  EXPECT_TRUE(out.alone(length, rows)) << kernel.name << ", " << length << " points, " << rows;
  const std::vector<LongComplex> root = roots(length);
  const long double tolerance = 8 * std::numeric_limits<Real>::epsilon();
  for (int row = 0; row < rows; ++row) {
    long double error = 0, norm = 0;
    for (Index k = 0; k < length; k += 1 + length / 256) {  // of long lines, some
      if (!out.has(k)) continue;
      LongComplex sum = 0;
      for (Index i = 0; i < length; ++i) {
        if (!in.has(i)) continue;
        const LongComplex turn = root[static_cast<std::size_t>(i * k % length)];
        sum += LongComplex(in.at(i, row)) * (sign > 0 ? turn : std::conj(turn));
      }
      error += std::norm(sum - LongComplex(out.at(k, row)));
      norm += std::norm(sum);
    }
    EXPECT_LE(std::sqrt(error), tolerance * std::sqrt(norm))
        << kernel.name << ", " << length << " points, sign " << sign << ", from "
        << static_cast<int>(from) << " to " << static_cast<int>(to) << ", row " << row << " of "
        << rows;
  }
}

template <class Real>
void expect_real(const LaneKernel<Real>& kernel, Index length, Hold spectrum_hold, int rows) {
  const Index half = length / 2;
  Lines<Real> field(Hold::contiguous, half, rows), again(Hold::contiguous, half, rows);
  Lines<Real> spectrum(spectrum_hold, half + 1, rows);
  const auto number = [](Lines<Real>& lines, Index i, int row) {
    const std::complex<Real> pair = lines.at(i / 2, row);
    return i % 2 == 0 ? pair.real() : pair.imag();
  };
  for (int row = 0; row < rows; ++row) {
    for (Index i = 0; i < half; ++i) {
      const auto key = static_cast<std::uint64_t>(2 * (row * half + i));
      field.at(i, row) = {static_cast<Real>(noise(key)), static_cast<Real>(noise(key + 1))};
    }
  }
  const LaneFft<Real> forward(kernel, LaneTransform::r2c, 0, length),
      back(kernel, LaneTransform::c2r, 0, length);
  const AlignedBuffer<std::byte> scratch(LaneFft<Real>::scratch_bytes(length));
  forward.execute(field.side(), spectrum.side(), rows, scratch.get());
  back.execute(spectrum.side(), again.side(), rows, scratch.get());
  EXPECT_TRUE(spectrum.alone(half + 1, rows)) << kernel.name << ", " << length << " reals";
  EXPECT_TRUE(again.alone(half, rows)) << kernel.name << ", " << length << " reals and back";
  const std::vector<LongComplex> root = roots(length);
  const long double tolerance = 8 * std::numeric_limits<Real>::epsilon();
  for (int row = 0; row < rows; ++row) {
    long double error = 0, norm = 0, round_trip = 0;
    for (Index k = 0; k <= half; ++k) {
      LongComplex sum = 0;
      for (Index i = 0; i < length; ++i) {
        const LongComplex turn = root[static_cast<std::size_t>(i * k % length)];
        sum += static_cast<long double>(number(field, i, row)) * std::conj(turn);
      }
      error += std::norm(sum - LongComplex(spectrum.at(k, row)));
      norm += std::norm(sum);
    }
    for (Index i = 0; i < length; ++i) {
      const long double back_again = number(again, i, row) / static_cast<long double>(length);
      keep_worst(round_trip, std::abs(back_again - number(field, i, row)));
    }
    EXPECT_LE(std::sqrt(error / norm), tolerance) << kernel.name << ", " << length << " reals";
    EXPECT_LE(round_trip, tolerance) << kernel.name << ", " << length << " reals and back";
  }
}

}  // namespace taskfft::testing_support
