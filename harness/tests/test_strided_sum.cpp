/// What the threads of a device's kernel do in the check of every repetition, done on the host.

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "check/weighted_sum.hpp"
#include "gpu/strided.hpp"
#include "three_axes.hpp"
#include "weighted_arrays.hpp"

namespace fftbench {
namespace {

using gpu::Pair;

AxisFactors factors_of(const Separable<Complex>& weights) {
  return {weights.along(0), weights.along(1), weights.along(2)};
}

/// By so many threads, one after the other.
template <class Element>
Complex sum_by(std::int64_t threads, const gpu::Strided& array, void* data, double factor) {
  Complex sum = 0;
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    const Pair<double> part =
        gpu::sum_of_thread(array, static_cast<Element*>(data), thread, threads, factor);
    sum += Complex(part.re, part.im);
  }
  return sum;
}

Complex sum_by(std::int64_t threads, const Problem& problem, Filled& filled,
               const Separable<Complex>& weights, double factor) {
  const gpu::Prepared prepared(filled.array.layout(), factors_of(weights));
  void* const data = filled.memory.data();
  if (problem.precision == Precision::double_) {
    return problem.complex_input() ? sum_by<Pair<double>>(threads, prepared.array, data, factor)
                                   : sum_by<double>(threads, prepared.array, data, factor);
  }
  return problem.complex_input() ? sum_by<Pair<float>>(threads, prepared.array, data, factor)
                                 : sum_by<float>(threads, prepared.array, data, factor);
}

TEST(StridedSum, is_that_of_the_host_by_any_number_of_threads) {
  for_each_array([](const Problem& problem, const Layout& layout) {
    const Separable<Complex> weights(layout.box, weight);
    for (const std::int64_t threads : {1, 5, 64, 1000}) {
      Filled filled(problem, layout);
      const Complex expected = weighted_sum(filled.array, weights);
      EXPECT_LT(std::abs(sum_by(threads, problem, filled, weights, 1.0) - expected), 1e-13);
    }
  });
}

TEST(StridedSum, scales_what_is_in_the_box_and_nothing_else) {
  for_each_array([](const Problem& problem, const Layout& layout) {
    const Separable<Complex> weights(layout.box, weight);
    Filled filled(problem, layout), expected(problem, layout);
    expected.array.scale(0.25);
    sum_by(7, problem, filled, weights, 0.25);
    EXPECT_EQ(filled.memory, expected.memory);
  });
}

TEST(StridedSum, a_factor_that_is_no_number_poisons) {
  Filled filled({{4, 4, 8}}, Layout::padded_rows({{2, 1, 0}, {4, 4, 8}}, 9));
  const Separable<Complex> weights(filled.array.layout().box, weight);
  sum_by(3, {{4, 4, 8}}, filled, weights, std::nan(""));
  for_each_element(filled.array.layout(), [&](const Extents& index, Index) {
    EXPECT_TRUE(std::isnan(filled.at(index).real()) && std::isnan(filled.at(index).imag()));
  });
  EXPECT_EQ(filled.memory[8], Complex(9.0, 9.0));  // between the rows
}

TEST(StridedSum, weights_elsewhere_keep_their_order) {
  const Layout layout = Layout::ordered({{2, 1, 0}, {4, 4, 8}}, {2, 0, 1});
  const Separable<Complex> weights(layout.box, weight);
  const gpu::Prepared prepared(layout, factors_of(weights));
  const std::vector<Pair<double>> copy = prepared.weights;
  const gpu::Strided moved = prepared.with_weights_at(copy.data());
  for (int place = 0; place < 3; ++place) {
    EXPECT_EQ(moved.weights[place] - copy.data(),
              prepared.array.weights[place] - prepared.weights.data());
  }
}

TEST(ThreeAxes, are_slowest_in_memory_first_and_of_one_point_where_there_are_fewer) {
  const Layout layout = Layout::ordered({{1, 1}, {4, 6}}, {1, 0});
  const Separable<Complex> weights(layout.box, weight);
  const ThreeAxes axes(layout, {weights.along(0), weights.along(1)});
  EXPECT_EQ(axes.extent, (std::array<Index, 3>{1, 5, 3}));
  EXPECT_EQ(axes.stride, (std::array<Index, 3>{0, 3, 1}));
  EXPECT_EQ(axes.begin, (std::array<Index, 3>{0, 1, 6}));
  EXPECT_EQ(axes.weights[0], Complex(1.0));
  EXPECT_EQ(axes.weights[1], weight(1, 1));
  EXPECT_EQ(axes.weights[6], weight(0, 1));
}

/// 64 GB apart, of which two pages are touched.
TEST(StridedSum, reaches_elements_far_beyond_32_bits) {
  constexpr Index far = Index{1} << 32;
  constexpr std::size_t bytes = (static_cast<std::size_t>(far) + 8) * sizeof(Pair<double>);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "the system lets nobody have so much of addresses";
  auto* const data = static_cast<Pair<double>*>(memory);
  data[1] = {2.0, 0.0};
  data[far + 1] = {0.0, 3.0};
  const Layout layout{{{0, 0}, {2, 2}}, {far, 1}, far + 2};
  const Separable<Complex> weights(layout.box, weight);
  const gpu::Prepared prepared(layout, {weights.along(0), weights.along(1)});
  const Complex sum = sum_by<Pair<double>>(3, prepared.array, data, 0.5);
  const Complex expected =
      weight(0, 0) * weight(1, 1) * 2.0 + weight(0, 1) * weight(1, 1) * Complex(0.0, 3.0);
  EXPECT_LT(std::abs(sum - expected), 1e-14);
  EXPECT_EQ(data[far + 1].im, 1.5);
  munmap(memory, bytes);
}

}  // namespace
}  // namespace fftbench
