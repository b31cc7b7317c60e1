// What the elements of spectra stand for, and where elements lie.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "taskfft/taskfft.hpp"

namespace taskfft {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(WaveNumbers, of_periodic_axes_are_signed) {
  const std::vector<double> even{0, 1, 2, 3, -2, -1}, odd{0, 1, 2, -2, -1};
  for (Index k = 0; k < 6; ++k) {
    EXPECT_DOUBLE_EQ(wave_number(Transform::c2c, 6, k),
                     2 * kPi / 6 * even[static_cast<std::size_t>(k)]);
  }
  for (Index k = 0; k < 5; ++k) {
    EXPECT_DOUBLE_EQ(wave_number(Transform::c2c, 5, k),
                     2 * kPi / 5 * odd[static_cast<std::size_t>(k)]);
  }
  EXPECT_DOUBLE_EQ(wave_number(Transform::r2c, 6, 3), kPi);
}

/// The wave of an element as FFTW's manual defines the backward transform, without its factor.
double wave(Transform kind, Index n, Index k, Index point) {
  const double angle = wave_number(kind, n, k);
  const auto j = static_cast<double>(point);
  switch (kind) {
    case Transform::dct1:
    case Transform::dct3:
      return std::cos(angle * j);
    case Transform::dct2:
    case Transform::dct4:
      return std::cos(angle * (j + 0.5));
    case Transform::dst1:
    case Transform::dst3:
      return std::sin(angle * (j + 1));
    default:
      return std::sin(angle * (j + 0.5));
  }
}

// A wave's transform has one number that is not zero.
TEST(WaveNumbers, of_sines_and_cosines_are_those_of_their_waves) {
  constexpr Index n = 7;
  for (const Transform kind :
       {Transform::dct1, Transform::dct2, Transform::dct3, Transform::dct4, Transform::dst1,
        Transform::dst2, Transform::dst3, Transform::dst4}) {
    Plan plan({.extents = {1, n}, .kinds = {Transform::dct2, kind}}, {.effort = Effort::estimate},
              MPI_COMM_SELF);
    for (Index k = 0; k < n; ++k) {
      std::vector<double> field(n), spectrum(n);
      plan.commit(field.data(), spectrum.data());
      for (Index j = 0; j < n; ++j) field[static_cast<std::size_t>(j)] = wave(kind, n, k, j);
      plan.forward();
      for (Index other = 0; other < n; ++other) {
        const bool zero = std::abs(spectrum[static_cast<std::size_t>(other)]) < 1e-12;
        EXPECT_EQ(zero, other != k) << name(kind) << " " << k << " " << other;
      }
    }
  }
}

TEST(WaveNumbers, of_a_rank_are_those_of_its_part) {
  const Problem problem{.extents = {4, 6, 8}, .transform = Transform::r2c};
  Layout layout;
  layout.lo = {0, 2, 3};
  layout.hi = {4, 5, 5};
  EXPECT_EQ(wave_numbers(problem, layout, 1),
            (std::vector{wave_number(Transform::c2c, 6, 2), wave_number(Transform::c2c, 6, 3),
                         wave_number(Transform::c2c, 6, 4)}));
  EXPECT_EQ(wave_numbers(problem, layout, 2), (std::vector{3 * kPi / 4, kPi}));
}

TEST(WaveNumbers, of_the_halved_axis_are_not_negative_whichever_it_is) {
  using enum Transform;
  const Problem problem{.extents = {4, 6, 8}, .kinds = {c2c, r2c, c2c}};
  EXPECT_EQ(spectrum_extents(problem), (std::vector<Index>{4, 4, 8}));
  Layout layout;
  layout.lo = {0, 0, 3};
  layout.hi = {4, 4, 6};
  EXPECT_EQ(wave_numbers(problem, layout, 1),
            (std::vector{0.0, 2 * kPi / 6, 4 * kPi / 6, 6 * kPi / 6}));
  EXPECT_EQ(wave_numbers(problem, layout, 2), (std::vector{6 * kPi / 8, kPi, -6 * kPi / 8}));
}

TEST(WaveNumbers, of_truncated_spectra_are_those_that_are_kept) {
  Problem problem{.extents = {8, 9, 8}, .transform = Transform::r2c, .kept = {3, 2, 3}};
  EXPECT_EQ(spectrum_extents(problem), (std::vector<Index>{5, 3, 3}));
  Layout layout;
  layout.lo = {0, 0, 1};
  layout.hi = {5, 3, 3};
  const double step = 2 * kPi / 8;
  EXPECT_EQ(wave_numbers(problem, layout, 0), (std::vector{0.0, step, 2 * step, -2 * step, -step}));
  EXPECT_EQ(wave_numbers(problem, layout, 1), (std::vector{0.0, 2 * kPi / 9, -2 * kPi / 9}));
  EXPECT_EQ(wave_numbers(problem, layout, 2), (std::vector{step, 2 * step}));
  problem.kept = {5, 5, 5};
  EXPECT_EQ(spectrum_extents(problem), (std::vector<Index>{8, 9, 5}));
  problem.kinds = {Transform::dct2, Transform::dst1, Transform::dct3};
  EXPECT_EQ(spectrum_extents(problem), (std::vector<Index>{5, 5, 5}));
}

TEST(WaveNumbers, of_axes_that_there_are_not_are_refused) {
  const Problem problem{.extents = {4, 6}};
  const Plan plan(problem, {}, MPI_COMM_SELF);
  EXPECT_EQ(wave_numbers(problem, plan.output(), 1).size(), 6U);
  EXPECT_THROW(wave_numbers(problem, plan.output(), 2), ArgumentError);
  EXPECT_THROW(wave_numbers(problem, plan.output(), -1), ArgumentError);
}

TEST(Layouts, tell_what_they_have_and_where) {
  Layout layout;
  layout.lo = {1, 0, 4};
  layout.hi = {3, 5, 6};
  layout.stride = {1, 4, 20};
  EXPECT_TRUE(layout.has(1, 0, 4));
  EXPECT_TRUE(layout.has(2, 4, 5));
  EXPECT_FALSE(layout.has(0, 0, 4));
  EXPECT_FALSE(layout.has(1, 5, 4));
  EXPECT_EQ(layout.offset(2, 3, 5), 1 + 12 + 20);
  std::size_t i = 2, j = 3;  // of loops over vectors
  const unsigned k = 5;
  EXPECT_EQ(layout.offset(i, j, k), 1 + 12 + 20);
  EXPECT_TRUE(layout.has(i, j, k));
}

TEST(RoundTripFactor, is_that_of_every_kind) {
  EXPECT_EQ(round_trip_factor({.extents = {4, 6, 8}}), 4 * 6 * 8);
  EXPECT_EQ(round_trip_factor({.extents = {4, 6, 8},
                               .kinds = {Transform::dct1, Transform::dst1, Transform::dct2}}),
            6 * 14 * 16);
}

}  // namespace
}  // namespace taskfft
