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

/// The product (2n - 1)^2 = 4n(n - 1) + 1 needs all 64 bits; in turns of 8n it is (n - 1)/2, a
/// whole number, and next to nothing.
TEST(AxisMatrix, is_exact_at_the_largest_axis) {
  const Index n = 2147483647;
  const AxisMatrix matrix = AxisMatrix::forward(Transform::dct4, n);
  EXPECT_NEAR(matrix.at(n - 1, n - 1).real(), 2.0, 1e-15);
}

}  // namespace
}  // namespace fftbench
