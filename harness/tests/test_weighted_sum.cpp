/// The sums that every repetition is checked by.

#include "check/weighted_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "weighted_arrays.hpp"

namespace fftbench {
namespace {

TEST(WeightedSum, is_that_of_the_definition) {
  for_each_array([](const Problem& problem, const Layout& layout) {
    const Filled filled(problem, layout);
    const Separable<Complex> weights(layout.box, weight);
    EXPECT_LT(std::abs(weighted_sum(filled.array, weights) - by_definition(filled)), 1e-13);
  });
}

TEST(WeightedSum, is_that_of_what_was_there_before_scaling) {
  for_each_array([](const Problem& problem, const Layout& layout) {
    Filled filled(problem, layout);
    const Filled before(problem, layout);
    const Separable<Complex> weights(layout.box, weight);
    const Complex expected = weighted_sum(before.array, weights);
    EXPECT_LT(std::abs(weighted_sum_and_scale(filled.array, weights, 0.25) - expected), 1e-13);
    for_each_element(layout, [&](const Extents& index, Index) {
      EXPECT_EQ(filled.at(index), 0.25 * before.at(index));
    });
  });
}

TEST(WeightedSum, of_what_is_not_finite_is_not) {
  Filled filled({{4, 4, 8}}, Layout::row_major({{0, 0, 0}, {4, 4, 8}}));
  filled.memory[17] = std::nan("");
  const Separable<Complex> weights(filled.array.layout().box, weight);
  EXPECT_TRUE(std::isnan(weighted_sum(filled.array, weights).real()));
}

TEST(WeightedSum, of_nothing_is_nothing) {
  const Layout nothing = Layout::row_major({{0, 0, 0}, {0, 4, 8}});
  const Array array({{4, 4, 8}}, false, nothing, nullptr);
  EXPECT_EQ(weighted_sum(array, Separable<Complex>(nothing.box, weight)), Complex());
}

}  // namespace
}  // namespace fftbench
