// The lane kernels of every instruction set at hand against sums written out, at every radix and
// length.
#include "lanes_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

template <class Real>
class LaneTransforms : public testing::Test {};
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

/// The butterflies of some first passes fill vectors, those of others do not.
constexpr Index kRowLengths[] = {32, 36, 60, 112, 160, 208, 240, 288, 320, 384, 480, 512, 1024};

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
    expect_complex(kernel, 8192, +1, Hold::contiguous, Hold::contiguous, 1);  // of four passes
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
