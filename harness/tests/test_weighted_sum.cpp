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

TEST(WeightedSum, is_the_same_by_any_number_of_threads) {
  for (const int helping : {1, 2, 7}) {
    ThreadPool threads(helping, {});
    for_each_array([&](const Problem& problem, const Layout& layout) {
      Filled filled(problem, layout, &threads);
      const Filled before(problem, layout);
      const Separable<Complex> weights(layout.box, weight);
      const Complex expected = by_definition(before);
      EXPECT_LT(std::abs(weighted_sum(filled.array, weights) - expected), 1e-13);
      const Complex found = weighted_sum_and_scale(filled.array, weights, 0.25);
      EXPECT_LT(std::abs(found - expected), 1e-13);
      for_each_element(layout, [&](const Extents& index, Index) {
        EXPECT_EQ(filled.at(index), 0.25 * before.at(index));
      });
    });
  }
}

/// A row is cut where there is no other axis to be cut.
TEST(WeightedSum, of_a_single_row_is_shared_out_too) {
  ThreadPool threads(3, {});
  const Problem problem{{1000}};
  const Layout row = Layout::row_major({{0}, {1000}});
  const Filled filled(problem, row), shared(problem, row, &threads);
  const Separable<Complex> weights(row.box, weight);
  EXPECT_LT(std::abs(weighted_sum(shared.array, weights) - weighted_sum(filled.array, weights)),
            1e-12);
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
  const Separable<Complex> weights(nothing.box, weight);
  ThreadPool two(2, {});
  for (ThreadPool* const threads : {static_cast<ThreadPool*>(nullptr), &two}) {
    const Array array({{4, 4, 8}}, false, nothing, nullptr, threads);
    EXPECT_EQ(weighted_sum(array, weights), Complex());
  }
}

}  // namespace
}  // namespace fftbench
