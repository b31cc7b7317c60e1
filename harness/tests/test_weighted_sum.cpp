/// The sums that every repetition is checked by.

#include "check/weighted_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fftbench {
namespace {

/// Of row lengths that vectors divide and that they do not, in every type of element, contiguous
/// and not.
template <class Visit>
void for_each_array(Visit&& visit) {
  for (const Index length : {1, 3, 4, 7, 8, 13}) {
    const Box box{{2, 1, 0}, {4, 4, length}};
    for (const Transform transform : {Transform::c2c, Transform::dct2}) {
      for (const Precision precision : {Precision::double_, Precision::single_}) {
        for (const Layout& layout : {Layout::row_major(box), Layout::padded_rows(box, length + 2),
                                     Layout::ordered(box, {2, 0, 1})}) {
          Layout strided = layout;
          for (Index& stride : strided.stride) stride *= 2;
          strided.size *= 2;
          const Problem problem{{4, 4, length}, transform, precision};
          visit(problem, layout);
          visit(problem, strided);
        }
      }
    }
  }
}

/// An array of random numbers with its memory.
struct Filled {
  Filled(const Problem& problem, const Layout& layout)
      : memory(static_cast<std::size_t>(layout.size), {9.0, 9.0}),
        array(problem, false, layout, memory.data()) {
    array.fill(RandomRows(problem, 5, layout.box));
  }
  Complex at(const Extents& index) const {
    Complex value;
    array.read_row(array.layout().offset(index), 0, {&value, 1});
    return value;
  }
  std::vector<Complex> memory;
  Array array;
};

Complex weight(std::size_t axis, Index x) {
  return std::polar(1.0, 0.7 * static_cast<double>(axis + 1) * static_cast<double>(x + 1));
}

Complex by_definition(const Filled& filled) {
  Complex sum = 0;
  for_each_element(filled.array.layout(), [&](const Extents& index, Index) {
    sum += weight(0, index[0]) * weight(1, index[1]) * weight(2, index[2]) * filled.at(index);
  });
  return sum;
}

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
