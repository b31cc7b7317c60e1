/// The multiplication of spectra, in whatever layout.

#include "measure/pointwise.hpp"

#include <gtest/gtest.h>

#include <complex>

namespace fftbench {
namespace {

template <class Element>
Element element(Index which) {
  return static_cast<Element>(static_cast<float>(1 + which % 7));
}

/// Every element of the layout is multiplied by its factor, and nothing beside it is touched.
template <class Element>
void expect_multiplied(Problem problem, const Layout& layout, int threads) {
  std::vector<Element> data;
  for (Index i = 0; i < layout.size; ++i) data.push_back(element<Element>(i));
  ThreadPool pool(threads, {});
  Pointwise pointwise(problem, layout, data.data(), pool);
  const Multiplier multiplier(problem, 0);
  std::vector<Element> expected = data;
  for (int field = 0; field < problem.fields; ++field) {
    for_each_element(layout, [&](const Extents& k, Index offset) {
      std::complex<double> factor;
      multiplier.fill(k, 0, {&factor, 1});
      Element& value = expected[static_cast<std::size_t>(offset + field * layout.field_stride)];
      value = product(value, factor);
    });
  }
  pointwise.multiply(multiplier);
  for (std::size_t i = 0; i < data.size(); ++i) {
    ASSERT_LE(std::abs(data[i] - expected[i]), 1e-5) << i;
  }
}

std::vector<Layout> layouts(const Extents& shape, int fields) {
  const Box whole{Extents::filled(3, 0), shape};
  const Box part{{1, 0, 2}, {shape[0] - 1, shape[1], shape[2]}};
  const Box nothing{shape, shape};
  return {Layout::row_major(whole).repeated(fields),
          Layout::padded_rows(part, shape[2] + 3).repeated(fields),
          Layout::ordered(part, {2, 0, 1}).interleaved(fields),
          Layout::ordered(whole, {1, 2, 0}).interleaved(fields), Layout::row_major(nothing)};
}

class PointwiseOf : public testing::TestWithParam<Extents> {};

TEST_P(PointwiseOf, multiplies_every_element_in_any_layout_by_any_number_of_threads) {
  for (const Workload workload : {Workload::poisson, Workload::convolution}) {
    for (const int fields : {1, 3}) {
      Problem problem{.shape = GetParam(), .fields = fields, .workload = workload};
      for (const Layout& layout : layouts(problem.shape, fields)) {
        for (const int threads : {1, 2, 7}) {
          problem.transform = Transform::c2c;
          problem.precision = Precision::double_;
          expect_multiplied<std::complex<double>>(problem, layout, threads);
          problem.precision = Precision::single_;
          expect_multiplied<std::complex<float>>(problem, layout, threads);
          problem.transform = Transform::dct2;
          expect_multiplied<float>(problem, layout, threads);
          problem.precision = Precision::double_;
          expect_multiplied<double>(problem, layout, threads);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PointwiseOf, testing::Values(Extents{5, 4, 6}, Extents{21, 64, 50}),
                         [](const auto& one) { return one.index == 0 ? "small" : "large"; });

TEST(Pointwise, multiplies_all_fields_by_the_real_part_of_a_spectrum_of_the_first) {
  using Element = std::complex<double>;
  const Problem problem{.shape = {4, 3, 5},
                        .transform = Transform::c2c,
                        .fields = 2,
                        .workload = Workload::unbounded_poisson};
  for (const Layout& layout : layouts(problem.shape, problem.fields)) {
    for (const int threads : {1, 3}) {
      std::vector<Element> data;
      for (Index i = 0; i < layout.size; ++i) data.emplace_back(3.0 * static_cast<double>(i), 7.0);
      ThreadPool pool(threads, {});
      Pointwise pointwise(problem, layout, data.data(), pool);
      pointwise.take_factors(3.0);
      const Element other(1.0, 2.0);
      std::fill(data.begin(), data.end(), other);
      std::vector<Element> expected = data;
      for_each_element(layout, [&](const Extents&, Index offset) {
        for (const Index field : {0, 1}) {
          const Index place = offset + field * layout.field_stride;
          expected[static_cast<std::size_t>(place)] = static_cast<double>(offset) * other;
        }
      });
      pointwise.multiply_by_factors();
      EXPECT_EQ(data, expected);  // and nothing beside the elements
    }
  }
}

TEST(Pointwise, makes_several_results_of_what_was_kept) {
  const Problem problem{
      .shape = {4, 3, 5}, .transform = Transform::c2c, .workload = Workload::gradient};
  const Layout layout = Layout::row_major({{0, 0, 0}, problem.shape});
  std::vector<std::complex<double>> data(static_cast<std::size_t>(layout.size), {1.0, 2.0});
  ThreadPool alone(1, {});
  Pointwise pointwise(problem, layout, data.data(), alone);
  pointwise.keep();
  for (int component = 0; component < 3; ++component) {
    std::fill(data.begin(), data.end(), 0.0);  // as backward may leave it
    pointwise.multiply(Multiplier(problem, component));
    for_each_element(layout, [&](const Extents& k, Index offset) {
      const auto axis = static_cast<std::size_t>(component);
      const bool nyquist = 2 * k[axis] == problem.shape[axis];
      const double number =
          nyquist ? 0.0 : wave_number(Transform::c2c, problem.shape[axis], k[axis]);
      EXPECT_EQ(data[static_cast<std::size_t>(offset)], std::complex(-2.0 * number, number));
    });
  }
}

}  // namespace
}  // namespace fftbench
