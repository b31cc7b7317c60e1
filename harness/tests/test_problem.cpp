/// Shapes and sizes of a problem.

#include <gtest/gtest.h>

#include <cmath>
#include <fftbench/problem.hpp>
#include <limits>

#include "check/check.hpp"

namespace fftbench {
namespace {

Problem problem(const Extents& shape, Transform transform, Precision precision) {
  return {shape, transform, precision, Placement::out_of_place, Memory::host};
}

TEST(Problem, spectrum_of_real_data_is_half) {
  const auto spectrum = [](const Extents& shape, Transform transform) {
    return problem(shape, transform, Precision::double_).spectrum_shape();
  };
  EXPECT_EQ(spectrum({4, 5, 6}, Transform::c2c), (Extents{4, 5, 6}));
  EXPECT_EQ(spectrum({4, 5, 6}, Transform::r2c), (Extents{4, 5, 4}));
  EXPECT_EQ(spectrum({4, 5, 7}, Transform::r2c), (Extents{4, 5, 4}));
  EXPECT_EQ(spectrum({4, 1}, Transform::r2c), (Extents{4, 1}));
  EXPECT_EQ(spectrum({2}, Transform::r2c), Extents{2});
  EXPECT_EQ(spectrum({4, 5}, Transform::dct2), (Extents{4, 5}));
}

TEST(Problem, sizes_of_elements) {
  const Problem real = problem({8}, Transform::r2c, Precision::single_);
  EXPECT_EQ(real.input_element_bytes(), 4u);
  EXPECT_EQ(real.output_element_bytes(), 8u);
  const Problem complex = problem({8}, Transform::c2c, Precision::double_);
  EXPECT_EQ(complex.input_element_bytes(), 16u);
  EXPECT_EQ(complex.output_element_bytes(), 16u);
  const Problem cosines = problem({8}, Transform::dct2, Precision::double_);
  EXPECT_EQ(cosines.input_element_bytes(), 8u);
  EXPECT_EQ(cosines.output_element_bytes(), 8u);
}

TEST(Problem, real_kinds_stand_for_longer_periodic_sequences) {
  const auto logical = [](Transform transform) {
    return problem({1, 5}, transform, Precision::double_).logical_shape();
  };
  EXPECT_EQ(logical(Transform::c2c), (Extents{1, 5}));
  EXPECT_EQ(logical(Transform::r2c), (Extents{1, 5}));
  EXPECT_EQ(logical(Transform::dct1), (Extents{0, 8}));
  EXPECT_EQ(logical(Transform::dct4), (Extents{2, 10}));
  EXPECT_EQ(logical(Transform::dst1), (Extents{4, 12}));
  EXPECT_EQ(logical(Transform::dst2), (Extents{2, 10}));
}

TEST(Problem, kinds_per_axis_decide_of_each_axis_and_of_the_elements) {
  using enum Transform;
  const auto mixed = [](std::vector<Transform> kinds) {
    return Problem{.shape = {4, 5, 6}, .kinds = std::move(kinds)};
  };
  const Problem real = mixed({dct1, dst1, dct2});
  EXPECT_EQ(real.logical_shape(), (Extents{6, 12, 12}));
  EXPECT_EQ(real.spectrum_shape(), real.shape);
  EXPECT_FALSE(real.complex_input() || real.complex_output() || real.halved());
  const Problem halved = mixed({dct2, c2c, r2c});
  EXPECT_EQ(halved.logical_shape(), (Extents{8, 5, 6}));
  EXPECT_EQ(halved.spectrum_shape(), (Extents{4, 5, 4}));
  EXPECT_TRUE(!halved.complex_input() && halved.complex_output());
  EXPECT_EQ(halved.transform_text(), "dct2-c2c-r2c");
  const Problem complex = mixed({dct2, c2c, dst4});
  EXPECT_TRUE(complex.complex_input() && complex.complex_output());
  EXPECT_EQ(problem({4, 5, 6}, r2c, Precision::double_).kind(0), c2c);
  EXPECT_EQ(problem({4, 5, 6}, r2c, Precision::double_).kind(2), r2c);
}

/// Nothing is allocated: bytes of whole arrays, as the harness computes them.
TEST(Problem, bytes_of_large_arrays_exceed_32_bits) {
  const auto bytes = [](const Problem& of) {
    return static_cast<std::size_t>(of.spectrum_shape().volume()) * of.output_element_bytes();
  };
  EXPECT_EQ(bytes(problem({2048, 2048, 2048}, Transform::c2c, Precision::double_)),
            std::size_t{1} << 37);
  EXPECT_EQ(bytes(problem({2048, 2048, 2048}, Transform::r2c, Precision::double_)),
            std::size_t{1025} << 26);
  EXPECT_EQ(bytes(problem({1291, 1291, 1291}, Transform::r2c, Precision::single_)),
            std::size_t{1291} * 1291 * 646 * 8);
}

TEST(Problem, names_are_those_of_the_contract) {
  EXPECT_EQ(name(Transform::r2c), "r2c");
  EXPECT_EQ(name(Transform::dct1), "dct1");
  EXPECT_EQ(name(Transform::dst4), "dst4");
  EXPECT_EQ(name(Precision::single_), "single");
  EXPECT_EQ(name(Placement::in_place), "in_place");
  EXPECT_EQ(name(Memory::hip), "hip");
}

TEST(Tolerance, follows_precision_and_size) {
  const Problem small = problem({8}, Transform::c2c, Precision::double_);
  EXPECT_DOUBLE_EQ(tolerance(small), 12 * 0x1p-52);
  EXPECT_DOUBLE_EQ(tolerance(problem({8}, Transform::c2c, Precision::single_)), 12 * 0x1p-23);
  EXPECT_DOUBLE_EQ(tolerance(problem({2048, 2048, 2048}, Transform::r2c, Precision::double_)),
                   4 * 33 * 0x1p-52);
  EXPECT_DOUBLE_EQ(tolerance(problem({1}, Transform::c2c, Precision::double_)), 4 * 0x1p-52);
}

TEST(Check, the_largest_error_decides) {
  Check check;
  check.tolerance = 1e-10;
  check.spectrum_l2 = 1e-12;
  check.round_trip_l2 = 1e-11;
  EXPECT_EQ(check.error(), 1e-11);
  EXPECT_TRUE(check.passed());
  check.parseval = 2e-3;
  EXPECT_FALSE(check.passed());
  EXPECT_EQ(check.failures(), "Parseval error 0.002 (tolerance 1e-10)");
  check.after_l2 = 1.0;
  EXPECT_EQ(check.failures(),
            "Parseval error 0.002, after all repetitions error 1 (tolerance 1e-10)");
}

TEST(Check, nan_and_infinity_fail) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Check check;
    check.tolerance = 1e-10;
    check.spectrum_l2 = 0.0;
    check.sampled = bad;
    EXPECT_TRUE(std::isnan(check.error()));
    EXPECT_FALSE(check.passed());
    EXPECT_NE(check.failures().find("sampled wave numbers"), std::string::npos);
  }
}

}  // namespace
}  // namespace fftbench
