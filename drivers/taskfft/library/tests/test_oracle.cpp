// Every kind of transform against serial FFTW on the whole array, element by element through the
// plan's own layouts.
#include <gtest/gtest.h>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

template <class Real>
void expect_right(const Problem& problem, const Options& options, const std::vector<Complex>& field,
                  const std::vector<Complex>& spectrum) {
  SCOPED_TRACE(describe(problem, options));
  Case<Real> c(problem, options);
  const bool preserved = problem.placement == Placement::out_of_place;
  c.fill_input(field);
  c.plan().forward();
  EXPECT_LE(c.output_error(spectrum), c.tolerance());
  if (preserved) {
    EXPECT_EQ(c.input_error(field, 1), 0);
  }
  // Backward from the oracle's spectrum, so that it does not lean on our forward.
  c.fill_output(spectrum);
  c.plan().backward();
  EXPECT_LE(c.input_error(field, round_trip_scale(problem)), 2 * c.tolerance());
  if (preserved) {
    EXPECT_LE(c.output_error(spectrum), std::numeric_limits<Real>::epsilon());
  }
}

void expect_right(const Problem& problem, const Options& options, const std::vector<Complex>& field,
                  const std::vector<Complex>& spectrum) {
  if (problem.precision == Precision::float64) {
    expect_right<double>(problem, options, field, spectrum);
  } else {
    expect_right<float>(problem, options, field, spectrum);
  }
}

/// How many of the ways in which data move are tried in each precision and placement: all, or a
/// quarter in each of the four.
enum class Ways { all, quarter };

/// One problem on all grids, in the ways that are its precision's and placement's turn. The order
/// alternates, so that among precisions and placements each grid and way meets both.
void try_options(const Problem& problem, const std::vector<Complex>& field,
                 const std::vector<Complex>& spectrum, Ways ways) {
  const bool in_place = problem.placement == Placement::in_place;
  const int turn = (in_place ? 1 : 0) + (problem.precision == Precision::float32 ? 2 : 0);
  int tried = 0;
  for (const auto& grid : all_grids(world_size(), problem.extents.size())) {
    for (const auto& [exchange, packing] : all_ways()) {
      const int index = tried++;
      if (ways == Ways::quarter && (index + index / 4) % 4 != turn) continue;
      const int count = index + (in_place ? 1 : 0);
      Options options;
      options.grid = grid;
      options.exchange = exchange;
      options.order = count % 2 == 0 ? Order::transposed : Order::natural;
      options.packing = packing;
      options.effort = Effort::estimate;
      options.message_groups = 1 + count % 3;
      options.sends_in_flight = count % 3;
      options.chunks = 1 + count / 2 % 2;
      expect_right(problem, options, field, spectrum);
      if (!small_memory_suits(problem, grid, packing)) continue;
      options.work_memory = WorkMemory::small;
      options.order = Order::transposed;
      options.message_groups = 0;
      expect_right(problem, options, field, spectrum);
    }
  }
}

void try_problem(Problem problem, Ways ways) {
  const std::vector<Complex> field = global_field(problem, 1);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      problem.precision = precision;
      problem.placement = placement;
      try_options(problem, field, spectrum, ways);
    }
  }
}

/// More than three ranks make so many grids that each way meets every precision and placement on
/// some of them.
void try_transform(const std::vector<Index>& extents, Transform transform) {
  const Ways ways = world_size() > 3 ? Ways::quarter : Ways::all;
  try_problem(make_problem(extents, transform), ways);
}

/// Kinds of real transforms differ in what is done to lines, not in how data move.
void try_real_to_real(const std::vector<Index>& extents, Transform transform) {
  try_problem(make_problem(extents, transform), Ways::quarter);
}

void try_kinds(const std::vector<Index>& extents, const std::vector<Transform>& kinds) {
  Problem problem = make_problem(extents);
  problem.kinds = kinds;
  try_problem(problem, Ways::quarter);
}

class Oracle : public testing::TestWithParam<std::vector<Index>> {};

TEST_P(Oracle, forward_and_backward) {
  for (const Transform transform : {Transform::c2c, Transform::r2c}) {
    try_transform(GetParam(), transform);
  }
}

using Shapes = std::vector<std::vector<Index>>;
INSTANTIATE_TEST_SUITE_P(Uneven, Oracle, testing::ValuesIn(Shapes{{45, 35, 50}, {45, 50}}));
INSTANTIATE_TEST_SUITE_P(Even, Oracle, testing::ValuesIn(Shapes{{16, 24, 32}, {32, 16}}));
INSTANTIATE_TEST_SUITE_P(Primes, Oracle, testing::ValuesIn(Shapes{{7, 11, 13}, {7, 13}}));
INSTANTIATE_TEST_SUITE_P(Tiny, Oracle,
                         testing::ValuesIn(Shapes{
                             {1, 1, 1}, {1, 1, 8}, {2, 3, 1}, {1, 1}, {1, 8}, {3, 1}}));
INSTANTIATE_TEST_SUITE_P(Elongated, Oracle,
                         testing::ValuesIn(Shapes{{64, 2, 3}, {2, 64, 3}, {3, 2, 64}, {64, 2}}));

class OneDimension : public testing::TestWithParam<Index> {};

TEST_P(OneDimension, forward_and_backward) {
  if (GetParam() < world_size() * world_size()) GTEST_SKIP() << "too short for these ranks";
  try_transform({GetParam()}, Transform::c2c);
}

// 36 = 6 * 6; 2 * 3 * 5 * 7 = 14 * 15; 1001 = 11 * 91; 10000 = 100 * 100, more than a block of
// roots.
INSTANTIATE_TEST_SUITE_P(Lengths, OneDimension, testing::Values(1, 12, 36, 210, 1001, 10000));

TEST(OneDimensional, primes_on_one_rank) {
  if (world_size() > 1) GTEST_SKIP() << "primes have no two factors for more ranks";
  try_transform({13}, Transform::c2c);
}

class RealToReal : public testing::TestWithParam<Transform> {};

TEST_P(RealToReal, forward_and_backward) {
  try_real_to_real({12, 9, 16}, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Kinds, RealToReal,
                         testing::Values(Transform::dct1, Transform::dct2, Transform::dct3,
                                         Transform::dct4, Transform::dst1, Transform::dst2,
                                         Transform::dst3, Transform::dst4));

TEST(RealToRealShapes, odd_and_flat_and_few) {
  try_real_to_real({13, 20}, Transform::dct3);
  try_real_to_real({7, 11, 13}, Transform::dst2);
  try_real_to_real({2, 3, 2}, Transform::dct1);
  try_real_to_real({1, 1, 5}, Transform::dst1);
}

TEST(MixedKinds, real_to_real_along_every_axis) {
  try_kinds({12, 9, 16}, {Transform::dct2, Transform::dst4, Transform::dct1});
  try_kinds({7, 11, 13}, {Transform::dst3, Transform::dct4, Transform::dst2});
  try_kinds({1, 5, 2}, {Transform::dst2, Transform::dst1, Transform::dct1});
  try_kinds({14, 9}, {Transform::dct3, Transform::dst1});
}

TEST(MixedKinds, complex_input) {
  try_kinds({12, 9, 16}, {Transform::c2c, Transform::dst4, Transform::dct1});
  try_kinds({7, 11, 13}, {Transform::dct2, Transform::dst2, Transform::c2c});
  try_kinds({10, 8, 6}, {Transform::c2c, Transform::dct3, Transform::c2c});
  try_kinds({14, 9}, {Transform::c2c, Transform::dst3});
  try_kinds({7, 16}, {Transform::dct4, Transform::c2c});
}

TEST(MixedKinds, real_input_halved_along_the_last_axis) {
  try_kinds({12, 9, 16}, {Transform::dct2, Transform::dst2, Transform::r2c});
  try_kinds({7, 11, 13}, {Transform::c2c, Transform::dct1, Transform::r2c});
  try_kinds({10, 8, 6}, {Transform::dst4, Transform::c2c, Transform::r2c});
  try_kinds({14, 9}, {Transform::dst1, Transform::r2c});
}

TEST(MixedKinds, real_input_halved_along_any_axis) {
  try_kinds({12, 9, 16}, {Transform::r2c, Transform::c2c, Transform::c2c});
  try_kinds({7, 16, 13}, {Transform::c2c, Transform::r2c, Transform::c2c});
  try_kinds({10, 8, 6}, {Transform::r2c, Transform::dst4, Transform::c2c});
  try_kinds({9, 11, 6}, {Transform::dct2, Transform::r2c, Transform::dst1});
  try_kinds({14, 9}, {Transform::r2c, Transform::c2c});
  try_kinds({1, 12, 5}, {Transform::c2c, Transform::r2c, Transform::dct3});
}

TEST(MixedKinds, the_same_along_every_axis_is_one_transform) {
  const std::vector<Index> extents{12, 10, 18};
  const Problem whole = make_problem(extents, Transform::r2c);
  Problem listed = make_problem(extents);
  listed.kinds = {Transform::c2c, Transform::c2c, Transform::r2c};
  const std::vector<Complex> field = global_field(whole, 1);
  Case<double> a(whole, estimate({world_size(), 1}));
  Case<double> b(listed, estimate({world_size(), 1}));
  for (Case<double>* c : {&a, &b}) {
    c->fill_input(field);
    c->plan().forward();
  }
  EXPECT_EQ(a.output_elements(), b.output_elements());
}

/// Four groups and more go across, between ranges of lines: axes have some of those.
TEST(MessageGroups, are_any_number) {
  int count = 0;
  for (const std::vector<Index>& extents : Shapes{{66, 67, 70}, {12, 10, 600}}) {
    Problem problem = make_problem(extents, Transform::r2c);
    const std::vector<Complex> field = global_field(problem, 5);
    const std::vector<Complex> spectrum = serial_forward(problem, field);
    for (const auto& grid : all_grids(world_size(), 3)) {
      for (const int groups : {4, 5, 9}) {
        // By turns of two, four, eight and sixteen, so that each meets every number of groups.
        problem.placement = ++count % 2 == 0 ? Placement::in_place : Placement::out_of_place;
        Options options = estimate(grid);
        options.exchange = count / 2 % 2 == 0 ? Exchange::p2p : Exchange::shared;
        options.order = count / 4 % 2 == 0 ? Order::transposed : Order::natural;
        options.message_groups = groups;
        options.threads = 1 + count / 8 % 2;
        expect_right<double>(problem, options, field, spectrum);
      }
    }
  }
}

/// Planes of so many elements are cut, so that MPI is asked for messages between their parts; and
/// there are groups for which no plane is left.
TEST(MessageGroups, may_be_of_large_planes) {
  const Problem problem = make_problem({9, 520, 384});
  const std::vector<Complex> field = global_field(problem, 6);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  for (const Order order : {Order::transposed, Order::natural}) {
    for (const int groups : {2, 7, 600}) {
      Options options = estimate({world_size(), 1});
      options.exchange = Exchange::p2p;
      options.order = order;
      options.message_groups = groups;
      expect_right<double>(problem, options, field, spectrum);
    }
  }
}

TEST(PlannerEffort, every_effort_gives_the_same_transform) {
  Problem problem;
  problem.extents = {12, 10, 18};
  const std::vector<Complex> field = global_field(problem, 2);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  for (const Effort effort : {Effort::estimate, Effort::measure, Effort::patient}) {
    Options options;
    options.effort = effort;
    expect_right<double>(problem, options, field, spectrum);
  }
}

TEST(Presets, are_right) {
  for (const std::string_view name : preset_names()) {
    SCOPED_TRACE(name);
    for (const std::vector<Index>& extents : {std::vector<Index>{14, 9, 10}, {45, 50}}) {
      Problem problem;
      problem.extents = extents;
      problem.transform = Transform::r2c;
      const std::vector<Complex> field = global_field(problem, 3);
      const std::vector<Complex> spectrum = serial_forward(problem, field);
      Options options = preset(name);
      options.effort = Effort::estimate;
      for (const int threads : {1, 2}) {
        options.threads = threads;
        expect_right<double>(problem, options, field, spectrum);
      }
    }
  }
}

}  // namespace
}  // namespace taskfft
