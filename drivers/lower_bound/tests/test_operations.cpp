/// The count of operations against the numbers that were published.

#include <gtest/gtest.h>

#include "operations.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::lower_bound;

/// Johnson & Frigo 2007, table I: "new algorithm".
TEST(FewestOperations, are_those_published) {
  const std::pair<Index, double> published[] = {{64, 1152}, {128, 2792}, {256, 6552}, {512, 15048}};
  for (const auto& [n, count] : published) EXPECT_NEAR(fewest_operations(n), count, 1e-6) << n;
}

TEST(FewestOperations, of_short_lines_are_those_that_anyone_finds) {
  EXPECT_EQ(fewest_operations(1), 0);
  EXPECT_NEAR(fewest_operations(2), 4, 1e-9);
  EXPECT_NEAR(fewest_operations(4), 16, 1e-9);
  EXPECT_NEAR(fewest_operations(8), 56, 1e-9);
  EXPECT_NEAR(fewest_operations_real(2), 2, 1e-9);
  EXPECT_NEAR(fewest_operations_real(4), 6, 1e-9);
  EXPECT_LT(fewest_operations(3), 16);  // Winograd's 3 points: 12 additions and 4 multiplications
}

Problem problem(Transform transform, Extents shape) {
  return {shape, transform, Precision::double_, Placement::out_of_place, Memory::host};
}

TEST(FewestOperations, of_several_axes_are_those_of_their_lines) {
  EXPECT_NEAR(fewest_operations(problem(Transform::c2c, {64, 64})), 128 * 1152, 1e-6);
  EXPECT_NEAR(fewest_operations(problem(Transform::r2c, {64, 64})),
              64 * fewest_operations_real(64) + 32 * 1152, 1e-6);
  EXPECT_NEAR(fewest_operations(problem(Transform::dct2, {64, 64})),
              128 * fewest_operations_real(64), 1e-6);
}

TEST(FewestOperations, real_input_needs_at_most_half) {
  for (const Index n : {2, 3, 16, 45, 64, 100}) {
    const double half = fewest_operations(problem(Transform::c2c, {n, n, n})) / 2;
    EXPECT_LE(fewest_operations(problem(Transform::r2c, {n, n, n})), half) << n;
    EXPECT_LE(fewest_operations(problem(Transform::dst1, {n, n, n})), half) << n;
  }
}

}  // namespace
