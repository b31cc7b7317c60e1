/// Poisson's equation in all of space: Green's function, sources, and what is known of them.

#include <gtest/gtest.h>
#include <fftbench/unbounded.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "check/exact_rows.hpp"
#include "measure/greens_spectrum.hpp"
#include "naive_transform.hpp"

namespace fftbench {
namespace {

constexpr std::uint64_t seed = 2026;

Problem unbounded(const Extents& shape, Transform transform = Transform::c2c) {
  return {.shape = shape, .transform = transform, .workload = Workload::unbounded_poisson};
}

template <class Rows>
Whole values(const Rows& rows, const Extents& shape) {
  const Layout layout = of_whole(shape);
  Whole all(static_cast<std::size_t>(layout.size));
  const auto points = static_cast<std::size_t>(shape.back());
  for_each_row(layout, shape.size() - 1, [&](const Extents& start, Index offset) {
    rows.fill(start, shape.size() - 1,
              std::span(all).subspan(static_cast<std::size_t>(offset), points));
  });
  return all;
}

/// Si(pi), Si(2 pi), Si(pi sqrt(2)), Si(30 pi) (DLMF 6.2; digits by SciPy).
TEST(GreensFunction, is_the_sine_integral_over_the_distance) {
  const auto expect_si = [](Index squared, double si) {
    const double distance = std::sqrt(static_cast<double>(squared));
    EXPECT_NEAR(greens_function(squared) * -2.0 * M_PI * M_PI * distance, si, 4e-16 * si);
  };
  expect_si(1, 1.8519370519824662);
  expect_si(4, 1.4181515761326284);
  expect_si(2, 1.6665434545205646);
  expect_si(900, 1.5601883830413987);
  EXPECT_DOUBLE_EQ(greens_function(0), -1.0 / (2.0 * M_PI));
}

TEST(GreensFunction, is_that_of_a_charge_far_away) {
  EXPECT_NEAR(greens_function(1'000'000) * -4.0 * M_PI * 1000.0, 1.0, 3e-4);
}

TEST(SourceShape, is_the_first_half_and_the_middle_point) {
  EXPECT_EQ(source_shape(unbounded({8, 7, 1})), (Extents{4, 4, 1}));
  Problem partly = unbounded({8, 7, 5});
  partly.workload = Workload::unbounded_plane_poisson;
  EXPECT_EQ(source_shape(partly), (Extents{4, 4, 5}));
  partly.workload = Workload::unbounded_line_poisson;
  EXPECT_EQ(source_shape(partly), (Extents{4, 7, 5}));
}

/// The sum over all sources, at points inside, at an edge and at a corner. The potential of the
/// Gaussian among them is known by calculus: Green's function must be that of Poisson's equation.
TEST(Unbounded, potential_is_the_sum_over_all_sources) {
  const Extents shape{96, 95, 100};
  const Problem problem = unbounded(shape);
  const Extents extents = source_shape(problem);
  EXPECT_TRUE(known_sources(problem, seed).gaussian);
  const Whole sources = values(ExactRows::input(problem, seed, 0, {{0, 0, 0}, shape}), shape);
  const PotentialRows potential(problem, seed, {{0, 0, 0}, extents});
  for (const Extents& at : {Extents{0, 0, 0}, Extents{0, extents[1] - 1, 1},
                            Extents{extents[0] / 2, extents[1] / 2, extents[2] / 2},
                            known_sources(problem, seed).charges[0].at}) {
    Complex sum = 0.0;
    for_each_element(of_whole(shape), [&](const Extents& place, Index offset) {
      const Complex source = sources[static_cast<std::size_t>(offset)];
      if (source == 0.0) return;
      sum += source * greens_function(squared_distance(place, at));
    });
    std::vector<Complex> row(static_cast<std::size_t>(extents[2]));
    potential.fill(at, 2, row);
    EXPECT_LE(std::abs(row[static_cast<std::size_t>(at[2])] - sum), 1e-13) << at.text();
  }
}

/// Green's function wrapped around, and sources only in the first halves: the cyclic sum is there
/// the one over all of space.
TEST(Unbounded, doubled_axes_see_no_image_of_a_source) {
  for (const Extents& shape : {Extents{6, 5, 4}, Extents{3, 8, 7}, Extents{1, 1, 9}}) {
    const Problem problem = unbounded(shape);
    const Box whole{{0, 0, 0}, shape};
    Whole spectrum = naive_transform(problem, values(SourceRows(problem, seed, whole), shape));
    const Whole factors = naive_transform(problem, values(GreenRows(shape, whole), shape));
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      EXPECT_NEAR(factors[k].imag(), 0.0, 1e-14);
      spectrum[k] *= factors[k].real() / static_cast<double>(shape.volume());
    }
    const Whole solved = naive_inverse(problem, spectrum);
    const Whole known = values(PotentialRows(problem, seed, whole), shape);
    const Layout results = result_layout(problem, of_whole(shape));
    EXPECT_EQ(results.box.hi, source_shape(problem));
    for_each_element(results, [&](const Extents& place, Index offset) {
      const auto i = static_cast<std::size_t>(offset);
      EXPECT_LE(std::abs(solved[i] - known[i]), 1e-14) << place.text();
    });
  }
}

TEST(Unbounded, sources_are_real_where_the_input_is_and_others_for_another_seed) {
  const Extents shape{96, 96, 96};
  const Box box{{0, 0, 0}, {1, 96, 96}};
  for (const Complex& value :
       values(SourceRows(unbounded(shape, Transform::r2c), seed, box), {1, 96, 96})) {
    EXPECT_EQ(value.imag(), 0.0);
  }
  EXPECT_NE(known_sources(unbounded(shape), 1).charges[0].at,
            known_sources(unbounded(shape), 2).charges[0].at);
}

/// K0(1) (DLMF 10.25; digits by SciPy).
TEST(GreensFunction, beside_bounded_axes_falls_with_the_wave_number) {
  EXPECT_DOUBLE_EQ(greens_function(1, 9, 0.0), 1.5);
  EXPECT_DOUBLE_EQ(greens_function(1, 9, 2.0), -std::exp(-6.0) / 4.0);
  EXPECT_DOUBLE_EQ(greens_function(1, 0, 2.0), -0.25);
  EXPECT_DOUBLE_EQ(greens_function(2, 4, 0.0), std::log(2.0) / (2.0 * M_PI));
  EXPECT_NEAR(greens_function(2, 1, 1.0) * -2.0 * M_PI, 0.42102443824070834, 1e-15);
  EXPECT_EQ(greens_function(2, 1'000'000, 1.0), 0.0);
}

/// Of a point's square the mean of log r, and of the circle as large that of K0, by the midpoint
/// rule.
TEST(GreensFunction, of_the_plane_is_a_mean_at_the_charge) {
  constexpr int steps = 2000;
  double square = 0.0, circle = 0.0;
  for (int i = 0; i < steps; ++i) {
    const double x = (i + 0.5) / (2.0 * steps);
    for (int j = 0; j < steps; ++j) square += std::log(std::hypot(x, (j + 0.5) / (2.0 * steps)));
    const double r = (i + 0.5) / steps / std::sqrt(M_PI);
    circle += std::cyl_bessel_k(0.0, 1.5 * r) * 2.0 * r * std::sqrt(M_PI) / steps;
  }
  EXPECT_NEAR(greens_function(2, 0, 0.0), square / (1.0 * steps * steps) / (2.0 * M_PI), 1e-6);
  EXPECT_NEAR(greens_function(2, 0, 1.5), -circle / (2.0 * M_PI), 1e-6);
}

/// Of a Gaussian u the sum over what the operator makes of it is u again, but for a part of these
/// data, which is 1/12 where Green's function has a kink: of second order in the width.
TEST(GreensFunction, beside_bounded_axes_is_the_inverse_of_the_operator) {
  constexpr Index reach = 48;
  constexpr double variance = 64.0;
  for (const std::size_t axes : {1U, 2U}) {
    for (const double k : {0.0, 0.3}) {
      const Index across = axes == 2 ? reach : 0;
      double sum = 0.0;
      for (Index x = -reach; x <= reach; ++x) {
        for (Index y = -across; y <= across; ++y) {
          const auto squared = static_cast<double>(x * x + y * y);
          const double curvature =
              (squared / variance - static_cast<double>(axes)) / variance - k * k;
          sum += greens_function(axes, x * x + y * y, k) * curvature *
                 std::exp(-squared / (2.0 * variance));
        }
      }
      EXPECT_NEAR(sum, 1.0, 0.1 * (static_cast<double>(axes) / variance + k * k))
          << axes << " " << k;
    }
  }
}

/// About an even end the potential goes on unchanged, about an odd one with its sign changed.
TEST(Images, are_about_the_first_ends) {
  Problem problem{.shape = {8, 8, 8},
                  .kinds = {Transform::dct2, Transform::dst2, Transform::c2c},
                  .workload = Workload::unbounded_plane_poisson};
  std::map<std::vector<Index>, double> signs;
  for (const auto& [at, sign] : images(problem, {2, 0, 5})) signs[{at.begin(), at.end()}] = sign;
  const std::map<std::vector<Index>, double> expected{
      {{2, 0, 5}, 1.0}, {{-3, 0, 5}, 1.0}, {{2, -1, 5}, -1.0}, {{-3, -1, 5}, -1.0}};
  EXPECT_EQ(signs, expected);
  problem.workload = Workload::unbounded_line_poisson;
  EXPECT_EQ(images(problem, {2, 0, 5}).size(), 2U);
}

struct Partly {
  Workload workload;
  std::vector<Transform> kinds;
  Extents shape;
};

class PartlyUnbounded : public testing::TestWithParam<Partly> {
 protected:
  Problem problem_{
      .shape = GetParam().shape, .kinds = GetParam().kinds, .workload = GetParam().workload};
};

/// Sources, transforms by their definition, the factors, and back: the potential.
TEST_P(PartlyUnbounded, potential_is_what_the_factors_give) {
  const Box whole{{0, 0, 0}, problem_.shape}, of_waves{{0, 0, 0}, problem_.spectrum_shape()};
  const Whole sources = values(ExactRows::input(problem_, seed, 0, whole), problem_.shape);
  Whole spectrum = naive_transform(problem_, sources);
  const Layout layout = of_whole(problem_.spectrum_shape());
  Index visited = 0;
  greens_spectrum(problem_, of_waves, [&](const Extents& place, double factor) {
    ++visited;
    spectrum[static_cast<std::size_t>(layout.offset(place))] *=
        factor / static_cast<double>(problem_.logical_shape().volume());
  });
  EXPECT_EQ(visited, of_waves.volume());
  const Whole solved = naive_inverse(problem_, spectrum);
  const Whole known = values(ExactRows::result(problem_, seed, 0, whole), problem_.shape);
  const Layout results = result_layout(problem_, of_whole(problem_.shape));
  for_each_element(results, [&](const Extents& place, Index offset) {
    const auto i = static_cast<std::size_t>(offset);
    EXPECT_LE(std::abs(solved[i] - known[i]), 1e-13) << place.text();
  });
  EXPECT_EQ(results.box.hi, source_shape(problem_));
  for_each_element(of_whole(problem_.shape), [&](const Extents& place, Index offset) {
    if (!results.box.contains(place)) {
      EXPECT_EQ(sources[static_cast<std::size_t>(offset)], 0.0);
    }
  });
}

/// Ranks take the factors of their parts.
TEST_P(PartlyUnbounded, factors_of_a_part_are_those_of_the_whole) {
  const auto factors = [&](const Box& box) {
    std::map<std::vector<Index>, double> all;
    greens_spectrum(problem_, box, [&](const Extents& place, double factor) {
      all[{place.begin(), place.end()}] = factor;
    });
    return all;
  };
  const auto whole = factors({{0, 0, 0}, problem_.spectrum_shape()});
  for (const auto& [place, factor] : factors({{2, 1, 1}, {5, 3, 3}})) {
    EXPECT_DOUBLE_EQ(factor, whole.at(place));
  }
  EXPECT_TRUE(factors({{2, 1, 1}, {2, 3, 3}}).empty());
}

TEST_P(PartlyUnbounded, rows_are_the_same_along_any_axis) {
  const Box box{{1, 1, 0}, {4, 3, 3}};
  const ExactRows potential = ExactRows::result(problem_, seed, 0, box);
  std::vector<Complex> x(3), y(2), z(3);
  const Extents at{2, 2, 1};
  potential.fill(at, 0, x);
  potential.fill(at, 1, y);
  potential.fill(at, 2, z);
  EXPECT_LE(std::abs(x[1] - y[1]) + std::abs(x[1] - z[1]), 1e-15);
  EXPECT_GT(std::abs(x[1]), 0.0);
}

std::string words(const testing::TestParamInfo<Partly>& one) {
  const Problem problem{.shape = one.param.shape, .kinds = one.param.kinds};
  std::string all = std::string(name(one.param.workload)) + "-" + problem.transform_text();
  std::replace(all.begin(), all.end(), '-', '_');
  return all;
}

using enum Transform;
INSTANTIATE_TEST_SUITE_P(
    Kinds, PartlyUnbounded,
    testing::Values(Partly{Workload::unbounded_plane_poisson, {c2c, c2c, r2c}, {6, 5, 8}},
                    Partly{Workload::unbounded_plane_poisson, {c2c, c2c, c2c}, {7, 4, 5}},
                    Partly{Workload::unbounded_plane_poisson, {c2c, c2c, dct2}, {5, 6, 4}},
                    Partly{Workload::unbounded_line_poisson, {c2c, c2c, r2c}, {8, 4, 6}},
                    Partly{Workload::unbounded_line_poisson, {c2c, c2c, c2c}, {7, 5, 4}},
                    Partly{Workload::unbounded_line_poisson, {c2c, dct1, r2c}, {5, 4, 6}},
                    Partly{Workload::unbounded_line_poisson, {c2c, dst4, dct3}, {6, 5, 3}},
                    Partly{Workload::unbounded_line_poisson, {dct2, c2c, r2c}, {7, 4, 6}},
                    Partly{Workload::unbounded_line_poisson, {dst2, dct1, dst2}, {8, 4, 5}},
                    Partly{Workload::unbounded_plane_poisson, {dst2, dct2, c2c}, {6, 5, 4}},
                    Partly{Workload::unbounded_plane_poisson, {c2c, dst2, dst2}, {5, 7, 4}}),
    words);

TEST(ResultLayout, is_empty_where_a_rank_holds_zeros_only) {
  const Problem problem = unbounded({8, 8, 8});
  const Layout last = Layout::row_major({{6, 0, 0}, {8, 8, 8}});
  EXPECT_EQ(result_layout(problem, last).box.volume(), 0);
  const Problem bounded{.shape = {8, 8, 8}, .workload = Workload::poisson};
  EXPECT_EQ(result_layout(bounded, last).box.volume(), 128);
}

}  // namespace
}  // namespace fftbench
