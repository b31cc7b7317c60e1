// Transforms of other arrays than those that were committed.
#include <gtest/gtest.h>

#include <array>
#include <span>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A plan on arrays that nobody looks at.
struct Committed {
  Committed(const Problem& problem, const Options& options)
      : plan(problem, options, MPI_COMM_WORLD),
        first(2 * static_cast<std::size_t>(plan.input().size)),
        second(2 * static_cast<std::size_t>(plan.output().size)) {
    const bool in_place = problem.placement == Placement::in_place;
    plan.commit(first.data(), in_place ? first.data() : second.data());
  }
  Plan plan;
  std::vector<double> first, second;
};

/// Arrays of a field and its spectrum, which begin so many elements into their memory.
struct Pair {
  Pair(const Plan& plan, std::size_t shift)
      : fields(static_cast<std::size_t>(plan.input().size) + shift),
        spectra(static_cast<std::size_t>(plan.output().size) + shift),
        field(std::span(fields).subspan(shift)),
        spectrum(std::span(spectra).subspan(shift)) {}
  std::vector<Complex> fields, spectra;
  std::span<Complex> field, spectrum;
};

void fill(std::span<Complex> array, const Layout& layout, const Problem& problem,
          const std::vector<Complex>& values) {
  for_each_element(layout, problem.extents,
                   [&](std::size_t local, std::size_t global) { array[local] = values[global]; });
}

double error(std::span<const Complex> array, const Layout& layout, const Problem& problem,
             const std::vector<Complex>& values, double scale = 1) {
  double worst = 0;
  for_each_element(layout, problem.extents, [&](std::size_t local, std::size_t global) {
    keep_worst(worst, std::abs(array[local] - scale * values[global]));
  });
  return worst;
}

TEST(Arrays, of_any_address_are_transformed_beside_the_committed_ones) {
  const Problem problem = make_problem({12, 10, 16});
  const auto points = static_cast<double>(product(problem.extents));
  for (const Grid& grid : all_grids(world_size(), 3)) {
    Options options = estimate(grid);
    Case<double> committed(problem, options);
    Plan& plan = committed.plan();
    const std::vector<Complex> kept = global_field(problem, 9);
    committed.fill_input(kept);
    std::vector<Pair> pairs;
    for (const std::size_t shift : {0U, 1U, 4U}) pairs.emplace_back(plan, shift);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      fill(pairs[k].field, plan.input(), problem, global_field(problem, k));
      plan.forward(pairs[k].field, pairs[k].spectrum);
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const std::vector<Complex> field = global_field(problem, k);
      EXPECT_LE(error(pairs[k].spectrum, plan.output(), problem, serial_forward(problem, field)),
                1e-11);
      plan.backward(pairs[k].spectrum, pairs[k].field);
      EXPECT_LE(error(pairs[k].field, plan.input(), problem, field, points), 1e-9);
    }
    EXPECT_EQ(committed.input_error(kept, 1), 0);
    plan.forward();
    EXPECT_LE(committed.output_error(serial_forward(problem, kept)), committed.tolerance());
  }
}

TEST(Arrays, in_place_are_one) {
  const Problem problem = make_problem({6, 7, 8}, Transform::c2c, Placement::in_place);
  Committed committed(problem, estimate({world_size(), 1}));
  Plan& plan = committed.plan;
  const std::vector<Complex> field = global_field(problem, 1);
  std::vector<Complex> array(static_cast<std::size_t>(plan.input().size));
  fill(array, plan.input(), problem, field);
  plan.forward(array, array);
  EXPECT_LE(error(array, plan.output(), problem, serial_forward(problem, field)), 1e-11);
  plan.backward(array, array);
  EXPECT_LE(error(array, plan.input(), problem, field, 336), 1e-10);
}

/// Forward into arrays that change from one execution to the next, and then back from each.
void expect_right_in_changing_arrays(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  const auto points = static_cast<double>(product(problem.extents));
  Committed committed(problem, options);
  Plan& plan = committed.plan;
  std::vector<Pair> pairs;
  for (const std::size_t shift : {0U, 1U, 4U, 0U}) pairs.emplace_back(plan, shift);
  const bool in_place = problem.placement == Placement::in_place;
  const auto spectrum = [in_place](Pair& pair) { return in_place ? pair.field : pair.spectrum; };
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    fill(pairs[k].field, plan.input(), problem, global_field(problem, k));
    plan.forward(pairs[k].field, spectrum(pairs[k]));
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::vector<Complex> field = global_field(problem, k);
    EXPECT_LE(error(spectrum(pairs[k]), plan.output(), problem, serial_forward(problem, field)),
              1e-11);
    plan.backward(spectrum(pairs[k]), pairs[k].field);
    EXPECT_LE(error(pairs[k].field, plan.input(), problem, field, points), 1e-9);
  }
}

// What stays on a rank is stored in one array at once, and read in the other.
TEST(Arrays, change_from_execution_to_execution_in_natural_order) {
  int count = 0;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (const std::vector<Index>& extents :
         {std::vector<Index>{12, 10, 16}, {7, 9, 5}, {16, 24}, {96}}) {
      for (const Grid& grid : all_grids(world_size(), extents.size())) {
        for (const Exchange exchange : {Exchange::shared, Exchange::p2p}) {
          Options options = estimate(grid);
          options.order = Order::natural;
          options.exchange = exchange;
          options.stores = count % 2 == 0 ? Stores::streaming : Stores::cached;
          options.kernel = count % 3 == 0 ? LineKernel::own : LineKernel::lanes;
          options.message_groups = 1 + count % 3;
          options.chunks = 1 + count % 2;
          options.threads = 1 + count++ % 2;
          const Problem problem = make_problem(extents, Transform::c2c, placement);
          expect_right_in_changing_arrays(problem, options);
        }
      }
    }
  }
}

TEST(Arrays, of_other_elements_or_too_few_are_refused_on_all_ranks) {
  const Problem problem = make_problem({8, 6, 12}, Transform::r2c);
  Committed committed(problem, estimate({world_size(), 1}));
  Plan& plan = committed.plan;
  const auto in = static_cast<std::size_t>(plan.input().size);
  const auto out = static_cast<std::size_t>(plan.output().size);
  std::vector<double> field(in), few_reals(in > 0 ? in - 1 : 0);
  std::vector<Complex> spectrum(out), few(out > 0 ? out - 1 : 0), complex_field(in);
  std::vector<std::complex<float>> coarse(out);
  EXPECT_THROW(plan.forward(complex_field, spectrum), ArgumentError);
  EXPECT_THROW(plan.forward(field, coarse), ArgumentError);
  EXPECT_THROW(plan.backward(coarse, field), ArgumentError);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    EXPECT_THROW(plan.forward(few_reals, spectrum), ArgumentError);
    EXPECT_THROW(plan.forward(field, few), ArgumentError);
    EXPECT_THROW(plan.backward(spectrum, few_reals), ArgumentError);
  } else {  // told by the first rank
    EXPECT_THROW(plan.forward(field, spectrum), ArgumentError);
    EXPECT_THROW(plan.forward(field, spectrum), ArgumentError);
    EXPECT_THROW(plan.backward(spectrum, field), ArgumentError);
  }
  plan.forward(field, spectrum);  // the plan lives
  plan.backward(std::as_const(spectrum), field);
  EXPECT_THROW(plan.forward(field.data(), field.data()), ArgumentError);
}

TEST(Arrays, need_a_plan_that_was_committed) {
  Plan plan(make_problem({4, 4, 4}), estimate({world_size(), 1}), MPI_COMM_WORLD);
  Pair pair(plan, 0);
  EXPECT_THROW(plan.forward(pair.field, pair.spectrum), Error);
  plan.commit(pair.field.data(), pair.spectrum.data());
  plan.forward(pair.field, pair.spectrum);
}

class Scalings : public testing::TestWithParam<Scaling> {};

/// The factor of each direction.
std::array<double, 2> expected_factors(Scaling scaling, double whole) {
  switch (scaling) {
    case Scaling::forward:
      return {1 / whole, 1};
    case Scaling::backward:
      return {1, 1 / whole};
    case Scaling::symmetric:
      return {1 / std::sqrt(whole), 1 / std::sqrt(whole)};
    default:
      return {1, 1};
  }
}

void expect_scaled(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  const std::vector<Complex> field = global_field(problem, 3);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  const double whole = round_trip_scale(problem);
  EXPECT_DOUBLE_EQ(whole, round_trip_factor(problem));
  const auto [forward, backward] = expected_factors(options.scaling, whole);
  Case<double> c(problem, options);
  for (int f = 0; f < problem.fields; ++f) c.fill_input(field, f);
  c.plan().forward();
  EXPECT_LE(c.output_error(spectrum, forward), c.tolerance());
  c.plan().backward();
  EXPECT_LE(c.input_error(field, forward * backward * whole), 2 * c.tolerance());
}

TEST_P(Scalings, multiply_every_element_once) {
  int count = 0;
  Problem mixed = make_problem({7, 6, 10});
  mixed.kinds = {Transform::dct1, Transform::dst1, Transform::r2c};
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (Problem problem : {make_problem({8, 6, 12}), make_problem({9, 8, 7}, Transform::r2c),
                            mixed, make_problem({14, 9}, Transform::dct2), make_problem({36})}) {
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        Options options = varied(count, grid);
        options.scaling = GetParam();
        options.chunks = 1 + count % 2;
        problem.fields = 1 + count % 2;
        ++count;
        expect_scaled(problem, options);
        if (!small_memory_suits(problem, grid, options.packing)) continue;
        options.work_memory = WorkMemory::small;
        options.order = Order::transposed;
        expect_scaled(problem, options);
      }
    }
  }
}

// Lanes store them from tiles, where they are multiplied.
TEST_P(Scalings, multiply_long_lines_on_their_way_around_the_cache) {
  for (const Transform transform : {Transform::c2c, Transform::r2c}) {
    for (const Order order : {Order::transposed, Order::natural}) {
      Options options = estimate({world_size(), 1});
      options.kernel = LineKernel::lanes;
      options.stores = Stores::streaming;
      options.order = order;
      options.scaling = GetParam();
      expect_scaled(make_problem({40, 2, 128}, transform), options);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Scalings,
                         testing::Values(Scaling::none, Scaling::forward, Scaling::backward,
                                         Scaling::symmetric));

}  // namespace
}  // namespace taskfft
