/// The exact answers of workloads, held against their definition: derivatives and sums.

#include "check/exact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expect_error.hpp"
#include "naive_transform.hpp"

namespace fftbench {
namespace {

constexpr std::uint64_t seed = 2026;

std::vector<Problem> problems(Workload workload) {
  using enum Transform;
  std::vector<Problem> all;
  for (const Extents& shape : {Extents{9}, Extents{6, 5}, Extents{4, 6, 8}, Extents{5, 3, 7}}) {
    for (const Transform transform : {c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4}) {
      if (workload == Workload::gradient && real_to_real(transform)) continue;
      all.push_back({.shape = shape, .transform = transform, .workload = workload});
    }
  }
  if (workload == Workload::gradient) return all;
  for (const std::vector<Transform>& kinds :
       {std::vector{dct2, dst2, r2c}, {dst1, c2c, r2c}, {c2c, dst4, c2c}, {dct1, dct3, dct4}}) {
    all.push_back({.shape = {5, 4, 6}, .kinds = kinds, .workload = workload});
  }
  return all;
}

Whole values(const SumOfProducts& sum, const Extents& shape) {
  const Layout layout = of_whole(shape);
  const ProductRows rows(sum, layout.box);
  Whole all(static_cast<std::size_t>(layout.size));
  const std::size_t axis = shape.size() - 1;
  std::vector<Complex> row(static_cast<std::size_t>(shape[axis]));
  for_each_row(layout, axis, [&](const Extents& start, Index offset) {
    rows.fill(start, axis, row);
    std::copy(row.begin(), row.end(), all.begin() + offset);
  });
  return all;
}

/// By the definition: the transform, the factors one by one, and back.
Whole solved(const Problem& problem, const Multiplier& multiplier, const Whole& input) {
  Whole spectrum = naive_transform(problem, input);
  for_each_element(of_whole(problem.spectrum_shape()), [&](const Extents& k, Index offset) {
    std::complex<double> factor;
    multiplier.fill(k, 0, {&factor, 1});
    spectrum[static_cast<std::size_t>(offset)] *= factor;
  });
  Whole result = naive_inverse(problem, spectrum);
  for (auto& value : result) value /= static_cast<double>(problem.logical_shape().volume());
  return result;
}

double largest(const Whole& values) {
  double largest = 0;
  for (const auto& value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

class Exact : public testing::TestWithParam<Workload> {};

TEST_P(Exact, result_is_what_the_workload_makes_of_the_input) {
  for (const Problem& problem : problems(GetParam())) {
    SCOPED_TRACE(problem.shape.text() + " " + problem.transform_text());
    const Whole input = values(exact_input(problem, seed), problem.shape);
    for (int result = 0; result < results_of(problem); ++result) {
      const Whole expected = solved(problem, Multiplier(problem, result), input);
      const Whole exact = values(exact_result(problem, seed, result), problem.shape);
      for (std::size_t i = 0; i < exact.size(); ++i) {
        ASSERT_LE(std::abs(exact[i] - expected[i]), 1e-12 * (1 + largest(input))) << i;
      }
    }
  }
}

TEST_P(Exact, input_and_results_are_real_where_the_input_is) {
  for (const Problem& problem : problems(GetParam())) {
    if (problem.complex_input()) continue;
    std::vector<Whole> all{values(exact_input(problem, seed), problem.shape)};
    for (int result = 0; result < results_of(problem); ++result) {
      all.push_back(values(exact_result(problem, seed, result), problem.shape));
    }
    for (const Whole& field : all) {
      for (const auto& value : field) EXPECT_NEAR(value.imag(), 0.0, 1e-13 * (1 + largest(field)));
    }
  }
}

/// Whether a wave number is one of the field's waves, or its impulses together hold it: a sine is
/// zero at some places, and cosines can cancel.
bool held(const Problem& problem, const Superposition& field, const Extents& k) {
  const std::vector<AxisMatrix> matrices = forward_matrices(problem);
  Complex sum = 0;
  for (const Superposition::Term& impulse : field.impulses) {
    Complex term = impulse.amplitude;
    for (std::size_t axis = 0; axis < k.size(); ++axis) {
      term *= matrices[axis].at(k[axis], impulse.at[axis]);
    }
    sum += term;
  }
  return std::abs(sum) > 1e-10 ||
         std::any_of(field.waves.begin(), field.waves.end(),
                     [&](const Superposition::Term& wave) { return wave.at == k; });
}

/// No wave number may be missing, or a wrong factor of it would not show: but those whose factor is
/// zero, and those that the field can't hold.
TEST_P(Exact, every_wave_number_is_in_the_result) {
  for (const Problem& problem : problems(GetParam())) {
    SCOPED_TRACE(problem.shape.text() + " " + problem.transform_text());
    for (int result = 0; result < results_of(problem); ++result) {
      const Multiplier multiplier(problem, result);
      const Whole spectrum =
          naive_transform(problem, values(exact_result(problem, seed, result), problem.shape));
      const Superposition field = smooth_field(problem, seed, 1.0);
      const double most = largest(spectrum);
      for_each_element(of_whole(problem.spectrum_shape()), [&](const Extents& k, Index offset) {
        std::complex<double> factor;
        multiplier.fill(k, 0, {&factor, 1});
        const double seen = std::abs(spectrum[static_cast<std::size_t>(offset)]) / most;
        if (factor == 0.0 || !held(problem, field, k)) {
          EXPECT_LE(seen, 1e-13) << k.text();
        } else {
          EXPECT_GT(seen, 1e-7) << k.text();
        }
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, Exact,
                         testing::Values(Workload::poisson, Workload::convolution,
                                         Workload::gradient),
                         [](const auto& one) { return std::string(name(one.param)); });

TEST(Roughness, is_that_of_the_sums_over_all_wave_numbers) {
  for (const Problem& problem : problems(Workload::poisson)) {
    SCOPED_TRACE(problem.shape.text() + " " + problem.transform_text());
    const Multiplier multiplier(problem);
    double squares = 0, inverses = 0;
    for_each_element(of_whole(problem.shape), [&](const Extents& k, Index) {
      double sum = 0;
      for (std::size_t axis = 0; axis < k.size(); ++axis)
        sum += multiplier.along(axis, k[axis]).real();
      squares += sum * sum;
      inverses += sum == 0 ? 0 : 1 / (sum * sum);
    });
    const double expected =
        std::sqrt(squares * inverses) / static_cast<double>(problem.shape.volume());
    EXPECT_NEAR(roughness(problem), std::max(expected, 1.0), 1e-12 * expected);
  }
}

TEST(Roughness, takes_no_notice_of_what_short_waves_add_to_the_inverse) {
  const Problem cube{
      .shape = {48, 48, 48}, .transform = Transform::c2c, .workload = Workload::poisson};
  const Multiplier multiplier(cube);
  double squares = 0, inverses = 0;
  for_each_element(of_whole(cube.shape), [&](const Extents& k, Index) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) sum += multiplier.along(axis, k[axis]).real();
    squares += sum * sum;
    inverses += sum == 0 ? 0 : 1 / (sum * sum);
  });
  const double exact = std::sqrt(squares * inverses) / static_cast<double>(cube.shape.volume());
  EXPECT_NEAR(roughness(cube), exact, 0.03 * exact);
}

/// sin(k x) has the derivative k cos(k x), and the second one -k^2 sin(k x).
TEST(WaveNumber, is_that_of_the_wave_along_the_axis) {
  using enum Transform;
  const Index n = 8;
  for (const Transform kind : {c2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4}) {
    const Problem row{.shape = {n}, .transform = kind};
    const AxisMatrix inverse = AxisMatrix::forward(kind, n).inverse();
    const double step = 2 * M_PI / static_cast<double>(row.logical_shape()[0]);
    for (Index k = 0; k < n; ++k) {
      const double number = wave_number(kind, n, k);
      for (Index x = 1; x + 1 < n; ++x) {
        // A wave w obeys w(x-1) + w(x+1) == 2 cos(number * step) w(x).
        EXPECT_LE(std::abs(inverse.at(x - 1, k) + inverse.at(x + 1, k) -
                           2 * std::cos(number * step) * inverse.at(x, k)),
                  1e-13)
            << name(kind) << " " << k;
      }
    }
  }
  EXPECT_EQ(wave_number(c2c, 8, 4), 4.0);
  EXPECT_EQ(wave_number(c2c, 8, 5), -3.0);
  EXPECT_EQ(wave_number(r2c, 7, 3), 3.0);
}

TEST(Multiplier, is_of_workloads_with_a_formula_only) {
  for (const Workload workload :
       {Workload::none, Workload::unbounded_poisson, Workload::navier_stokes}) {
    const Problem problem{.shape = {4, 4, 4}, .workload = workload};
    expect_error([&] { Multiplier{problem}; }, {std::string(name(workload)), "by no formula"});
  }
}

TEST(Multiplier, rows_are_the_same_along_any_axis) {
  for (const Workload workload : {Workload::poisson, Workload::convolution, Workload::gradient}) {
    const Problem problem{.shape = {4, 5, 6}, .transform = Transform::r2c, .workload = workload};
    const Multiplier multiplier(problem, 0);
    for_each_element(of_whole(problem.spectrum_shape()), [&](const Extents& k, Index) {
      std::array<std::complex<double>, 3> one;
      for (std::size_t axis = 0; axis < 3; ++axis) multiplier.fill(k, axis, {&one[axis], 1});
      EXPECT_LE(std::abs(one[0] - one[1]) + std::abs(one[0] - one[2]), 1e-15);
    });
  }
}

}  // namespace
}  // namespace fftbench
