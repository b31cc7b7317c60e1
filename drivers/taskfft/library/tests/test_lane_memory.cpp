// The lane kernels of every instruction set at hand in every kind of memory, by tiles that are full
// and that are not.
#include <cfenv>

#include "lanes_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

template <class Real>
class LaneMemory : public testing::Test {};
TYPED_TEST_SUITE(LaneMemory, Reals);

constexpr Hold kHolds[] = {Hold::side_by_side, Hold::side_by_side_with_gap,
                           Hold::contiguous,   Hold::contiguous_with_gap,
                           Hold::scattered,    Hold::two_pieces};

TYPED_TEST(LaneMemory, every_memory_and_tiles_that_are_not_full) {
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

TYPED_TEST(LaneMemory, stored_around_the_cache) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    for (const Hold to : {Hold::side_by_side, Hold::side_by_side_with_gap, Hold::contiguous}) {
      for (const Index length : {1, 9, 19, 20, 64}) {
        expect_complex(kernel, length, -1, Hold::side_by_side, to, kernel.width, true);
        expect_complex(kernel, length, +1, Hold::contiguous, to, kernel.width, true);
      }
    }
  }
}

TYPED_TEST(LaneMemory, any_number_of_lines_side_by_side) {
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

/// With butterflies of every radix, in two passes and in three.
constexpr Index kBesideLengths[] = {48,  64,  80,  96,  112, 128, 144, 160,
                                    176, 208, 240, 256, 384, 480, 1024};

TYPED_TEST(LaneMemory, lines_have_the_same_bits_whatever_lies_beside_them) {
  using Real = TypeParam;
  for (const auto& kernel : lane_kernels<Real>()) {
    for (const Index length : kBesideLengths) {
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

TYPED_TEST(LaneMemory, long_lines_in_one_piece_are_written_one_after_the_other) {
  for (const auto& kernel : lane_kernels<TypeParam>()) {
    const auto along_lines = [&kernel](Index length) {
      return LaneFft<TypeParam>(kernel, LaneTransform::c2c, -1, length).has_lanes_along_lines();
    };
    EXPECT_TRUE(along_lines(1024)) << kernel.name;
    EXPECT_FALSE(along_lines(16)) << kernel.name << ": few points";
    const bool point_by_point = kernel.width == 2;
    EXPECT_EQ(along_lines(729), point_by_point) << kernel.name << ": no radix of whole vectors";
    EXPECT_FALSE(along_lines(1021)) << kernel.name << ": a convolution";
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

TYPED_TEST(LaneMemory, tiles_that_are_not_full_compute_with_nothing_that_scratch_holds) {
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

}  // namespace
}  // namespace taskfft
