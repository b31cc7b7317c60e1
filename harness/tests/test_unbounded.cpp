/// Poisson's equation in all of space: Green's function, sources, and what is known of them.

#include <gtest/gtest.h>
#include <fftbench/unbounded.hpp>

#include <cmath>

#include "check/exact_rows.hpp"
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
  EXPECT_EQ(source_shape({8, 7, 1}), (Extents{4, 4, 1}));
}

/// The sum over all sources, at points inside, at an edge and at a corner. The potential of the
/// Gaussian among them is known by calculus: Green's function must be that of Poisson's equation.
TEST(Unbounded, potential_is_the_sum_over_all_sources) {
  const Extents shape{96, 95, 100};
  const Problem problem = unbounded(shape);
  const Extents extents = source_shape(shape);
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
    EXPECT_EQ(results.box.hi, source_shape(shape));
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

TEST(ResultLayout, is_empty_where_a_rank_holds_zeros_only) {
  const Problem problem = unbounded({8, 8, 8});
  const Layout last = Layout::row_major({{6, 0, 0}, {8, 8, 8}});
  EXPECT_EQ(result_layout(problem, last).box.volume(), 0);
  const Problem bounded{.shape = {8, 8, 8}, .workload = Workload::poisson};
  EXPECT_EQ(result_layout(bounded, last).box.volume(), 128);
}

}  // namespace
}  // namespace fftbench
