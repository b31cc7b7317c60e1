// The lane kernels of every instruction set at hand against sums written out, through every kind of
// memory that they can work on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <complex>
#include <numbers>

#include "layout/box.hpp"
#include "support.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft {
namespace {

using testing_support::keep_worst;
using testing_support::noise;
using LongComplex = std::complex<long double>;

/// All roots of unity of order n.
std::vector<LongComplex> roots(Index n) {
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

template <class Real>
class LaneTransforms : public testing::Test {};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(LaneTransforms, Reals);

TYPED_TEST(LaneTransforms, every_radix_and_its_combinations) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Index length : {2,  3,  4,  5,  6,  7,  8,  10,  11,  12,  13,  15,  16,
                               22, 30, 32, 64, 77, 91, 96, 105, 128, 150, 160, 240, 256}) {
      expect_complex(kernel, length, -1, Hold::side_by_side, Hold::side_by_side, kernel.width);
      expect_complex(kernel, length, +1, Hold::contiguous, Hold::contiguous, kernel.width);
    }
  }
}

TYPED_TEST(LaneTransforms, every_length_up_to_200) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (Index length = 1; length <= 200; ++length) {
      expect_complex(kernel, length, length % 2 == 0 ? -1 : +1, Hold::side_by_side,
                     length % 3 == 0 ? Hold::contiguous : Hold::side_by_side, kernel.width);
      if (length % 2 == 0) expect_real(kernel, length, Hold::side_by_side, 2);
    }
  }
}

/// Lengths that vectors along a line share in every way: 2, 4, .. of its points side by side.
constexpr Index kRowLengths[] = {112, 208, 288, 320, 384, 480, 512, 1024};

TYPED_TEST(LaneTransforms, contiguous_lines_with_lanes_along_them) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Index length : kRowLengths) {
      for (const int rows : {1, kernel.width / 2 + 1, kernel.width}) {
        const bool stream = rows == kernel.width;
        expect_complex(kernel, length, -1, Hold::contiguous, Hold::contiguous, rows);
        expect_complex(kernel, length, +1, Hold::contiguous, Hold::contiguous, rows, stream);
        expect_real(kernel, length, Hold::contiguous, rows);
      }
    }
  }
}

TYPED_TEST(LaneTransforms, any_number_of_lines_side_by_side) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Index length : {12, 96, 150}) {
      for (int rows = 1; rows <= kernel.width; ++rows) {
        expect_complex(kernel, length, -1, Hold::side_by_side, Hold::side_by_side, rows);
        expect_complex(kernel, length, +1, Hold::side_by_side_with_gap, Hold::contiguous, rows);
        expect_real(kernel, length, Hold::side_by_side, rows);
      }
    }
  }
}

TYPED_TEST(LaneTransforms, of_a_line_have_the_same_bits_whatever_lies_beside_it) {
  using Real = TypeParam;
  for (const auto& kernel : lane_kernels<Real>()) {
    for (const Index length : {64, 96, 128, 160, 256, 384}) {
      for (const int sign : {-1, +1}) {
        const LaneFft<Real> fft(kernel, LaneTransform::c2c, sign, length);
        const AlignedBuffer<std::byte> scratch(LaneFft<Real>::scratch_bytes(length));
        Lines<Real> in(Hold::side_by_side, length, kernel.width);
        Lines<Real> all(Hold::side_by_side, length, kernel.width);
        Lines<Real> one(Hold::side_by_side, length, kernel.width);
        for (Index i = 0; i < length; ++i) {
          in.at(i, 0) = {static_cast<Real>(noise(2 * i)), static_cast<Real>(noise(2 * i + 1))};
        }
        fft.execute(in.side(), all.side(), kernel.width, scratch.get());
        for (int rows = 1; rows < kernel.width; ++rows) {
          fft.execute(in.side(), one.side(), rows, scratch.get());
          for (Index i = 0; i < length; ++i) {
            ASSERT_EQ(one.at(i, 0), all.at(i, 0)) << kernel.name << ", " << length << ", " << rows;
          }
        }
      }
    }
  }
}

TYPED_TEST(LaneTransforms, primes_and_long_lines) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Index length : {211, 257, 307, 401, 499, 601, 701, 809, 907, 997, 1009, 2048, 2187,
                               4096, 8191, 10007, 16384, 30030}) {
      expect_complex(kernel, length, -1, Hold::contiguous, Hold::side_by_side, 2);
    }
    for (const Index length : {2 * 257, 2 * 997, 2048}) {
      expect_real(kernel, length, Hold::contiguous, 2);
    }
  }
}

constexpr Hold kHolds[] = {Hold::side_by_side, Hold::side_by_side_with_gap,
                           Hold::contiguous,   Hold::contiguous_with_gap,
                           Hold::scattered,    Hold::two_pieces};

TYPED_TEST(LaneTransforms, every_memory_and_tiles_that_are_not_full) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Hold from : kHolds) {
      for (const Hold to : kHolds) {
        for (const int rows : {1, kernel.width - 1, kernel.width}) {
          expect_complex(kernel, 128, -1, from, to, rows);
          expect_complex(kernel, 20, -1, from, to, rows);
          expect_complex(kernel, 9, +1, from, to, rows);
          expect_complex(kernel, 19, +1, from, to, rows);
          expect_complex(kernel, 1, -1, from, to, rows);
        }
      }
    }
  }
}

TYPED_TEST(LaneTransforms, stored_around_the_cache) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Hold to : {Hold::side_by_side, Hold::side_by_side_with_gap, Hold::contiguous}) {
      for (const Index length : {1, 9, 19, 20, 64}) {
        expect_complex(kernel, length, -1, Hold::side_by_side, to, kernel.width, true);
        expect_complex(kernel, length, +1, Hold::contiguous, to, kernel.width, true);
      }
    }
  }
}

/// What exceptions of floating point a transform of one line of ones raises, where scratch memory
/// holds the largest numbers.
template <class Real>
int exceptions(const LaneFft<Real>& fft, Index length, Hold hold, Index in_points,
               Index out_points) {
  Lines<Real> in(hold, in_points, 1), out(hold, out_points, 1);
  for (Index i = 0; i < in_points; ++i) in.at(i, 0) = 1;
  const std::size_t numbers = LaneFft<Real>::scratch_bytes(length) / sizeof(Real);
  const AlignedBuffer<Real> scratch(numbers);
  std::fill_n(scratch.get(), numbers, std::numeric_limits<Real>::max());
  std::feclearexcept(FE_ALL_EXCEPT);
  fft.execute(in.side(), out.side(), 1, scratch.get());
  return std::fetestexcept(FE_OVERFLOW | FE_INVALID);
}

TYPED_TEST(LaneTransforms, of_tiles_that_are_not_full_compute_with_nothing_that_scratch_holds) {
  using Fft = LaneFft<TypeParam>;
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Hold hold : kHolds) {
      for (const Index length : {1, 19, 21, 512}) {
        const Fft fft(kernel, LaneTransform::c2c, -1, length);
        EXPECT_EQ(exceptions(fft, length, hold, length, length), 0)
            << kernel.name << ", " << length;
      }
      for (const Index reals : {42, 1024}) {
        const Index half = reals / 2;
        const Fft forward(kernel, LaneTransform::r2c, 0, reals);
        EXPECT_EQ(exceptions(forward, reals, hold, half, half + 1), 0) << kernel.name << ", r2c";
        const Fft back(kernel, LaneTransform::c2r, 0, reals);
        EXPECT_EQ(exceptions(back, reals, hold, half + 1, half), 0) << kernel.name << ", c2r";
      }
    }
  }
}

TYPED_TEST(LaneTransforms, real_lines_and_back) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Index length : {4, 6, 10, 14, 16, 30, 64, 66}) {
      expect_real(kernel, length, Hold::contiguous, kernel.width);
      expect_real(kernel, length, Hold::side_by_side, 1);
      expect_real(kernel, length, Hold::side_by_side, kernel.width);
    }
  }
}

TYPED_TEST(LaneTransforms, take_the_widest_kernel_or_half_of_it_for_contiguous_lines) {
  const int widest = lane_kernels<TypeParam>().front().width;
  EXPECT_EQ(fastest_kernel<TypeParam>(LineLayout::side_by_side).width, widest);
  const int contiguous = fastest_kernel<TypeParam>(LineLayout::contiguous).width;
  EXPECT_TRUE(contiguous == widest || 2 * contiguous == widest) << contiguous << ", " << widest;
}

TEST(LaneLengths, what_there_is_no_transform_for_is_refused) {
  EXPECT_THROW(LaneFft<double>(LineLayout::contiguous, LaneTransform::c2c, -1, 0), ArgumentError);
  EXPECT_THROW(LaneFft<float>(LineLayout::contiguous, LaneTransform::r2c, 0, 15), ArgumentError);
}

}  // namespace
}  // namespace taskfft
