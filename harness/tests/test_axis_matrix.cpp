/// The matrices of all transforms along one axis.

#include "check/axis_matrix.hpp"

#include <gtest/gtest.h>

#include "naive_transform.hpp"

namespace fftbench {
namespace {

constexpr int kinds = static_cast<int>(Transform::dst4) + 1;

/// Calls visit(problem) for every kind of a single axis that is defined.
template <class Visit>
void for_each_axis(Visit&& visit) {
  for (int kind = 0; kind < kinds; ++kind) {
    for (Index n = 1; n <= 9; ++n) {
      const Problem problem{.shape = {n}, .transform = static_cast<Transform>(kind)};
      if (problem.logical_shape()[0] == 0) continue;
      SCOPED_TRACE(std::string(name(problem.transform)) + " " + std::to_string(n));
      visit(problem);
    }
  }
}

TEST(AxisMatrix, is_the_definition) {
  for_each_axis([](const Problem& problem) {
    const Index n = problem.shape[0];
    const AxisMatrix matrix = AxisMatrix::forward(problem.transform, n);
    for (Index j = 0; j < n; ++j) {
      Whole impulse(static_cast<std::size_t>(n));
      impulse[static_cast<std::size_t>(j)] = 1.0;
      const Whole column = naive_transform(problem, impulse);
      for (std::size_t k = 0; k < column.size(); ++k) {
        EXPECT_LE(std::abs(matrix.at(static_cast<Index>(k), j) - column[k]), 1e-15)
            << k << " " << j;
      }
    }
  });
}

TEST(AxisMatrix, times_its_inverse_is_the_logical_size) {
  for_each_axis([](const Problem& problem) {
    const Index n = problem.shape[0];
    const AxisMatrix forward = AxisMatrix::forward(problem.transform, n),
                     inverse = forward.inverse();
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        Complex sum = 0;
        for (Index k = 0; k < n; ++k) sum += inverse.at(i, k) * forward.at(k, j);
        const double expected = i == j ? static_cast<double>(forward.logical_size()) : 0.0;
        EXPECT_LE(std::abs(sum - expected), 1e-13) << i << " " << j;
      }
    }
  });
}

/// Places all over an axis, its ends among them.
std::vector<Index> some_of(Index n) {
  std::vector<Index> places;
  for (Index part = 0; part <= 8; ++part) places.push_back((n - 1) * part / 8);
  return places;
}

void expect_weighted_columns(const Problem& problem, Index first, Index last) {
  const AxisMatrix matrix = AxisMatrix::forward(problem.transform, problem.shape[0]);
  std::vector<Complex> weights;
  for (Index k = 0; k < problem.spectrum_shape()[0]; ++k) {
    weights.push_back(std::polar(1.0, 0.1 * static_cast<double>(k) * static_cast<double>(k)));
  }
  const std::vector<Complex> sums = matrix.weighted_columns(weights, first, last);
  ASSERT_EQ(sums.size(), static_cast<std::size_t>(last - first));
  const double norm = std::sqrt(static_cast<double>(problem.logical_shape()[0]));
  for (const Index place : some_of(last - first)) {
    long double real = 0, imaginary = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const Complex term = weights[k] * matrix.at(static_cast<Index>(k), first + place);
      real += term.real();
      imaginary += term.imag();
    }
    const Complex sum(static_cast<double>(real), static_cast<double>(imaginary));
    EXPECT_LE(std::abs(sums[static_cast<std::size_t>(place)] - sum), 1e-14 * norm) << place;
  }
}

TEST(AxisMatrix, weighted_columns_are_sums_by_the_definition) {
  for_each_axis([](const Problem& problem) {
    for (Index first = 0; first < problem.shape[0]; ++first) {
      for (Index last = first + 1; last <= problem.shape[0]; ++last) {
        expect_weighted_columns(problem, first, last);
      }
    }
  });
}

TEST(AxisMatrix, weighted_columns_of_a_long_axis_are_sums_by_the_definition) {
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct1,
                                    Transform::dct3, Transform::dst2, Transform::dst4}) {
    for (const Index n : {16384, 10007}) {
      expect_weighted_columns({.shape = {n}, .transform = transform}, 0, n);
      expect_weighted_columns({.shape = {n}, .transform = transform}, n / 3, n / 2);
    }
  }
}

/// The product (2n - 1)^2 = 4n(n - 1) + 1 needs all 64 bits; in turns of 8n it is (n - 1)/2, a
/// whole number, and next to nothing.
TEST(AxisMatrix, is_exact_at_the_largest_axis) {
  const Index n = 2147483647;
  const AxisMatrix matrix = AxisMatrix::forward(Transform::dct4, n);
  EXPECT_NEAR(matrix.at(n - 1, n - 1).real(), 2.0, 1e-15);
}

}  // namespace
}  // namespace fftbench
