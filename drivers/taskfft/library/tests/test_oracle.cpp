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

/// All ways in which data move, for one problem. The order alternates, so that among precisions and
/// placements each grid and way meets both.
void try_options(const Problem& problem, const std::vector<Complex>& field,
                 const std::vector<Complex>& spectrum) {
  int count = problem.placement == Placement::in_place ? 1 : 0;
  for (const auto& grid : all_grids(world_size(), problem.extents.size())) {
    for (const auto& [exchange, packing] : all_ways()) {
      Options options;
      options.grid = grid;
      options.exchange = exchange;
      options.order = count % 2 == 0 ? Order::transposed : Order::natural;
      options.packing = packing;
      options.effort = Effort::estimate;
      options.message_groups = 1 + count % 3;
      options.sends_in_flight = count % 3;
      options.chunks = 1 + count / 2 % 2;
      ++count;
      expect_right(problem, options, field, spectrum);
      if (!small_memory_suits(problem, grid, packing)) continue;
      options.work_memory = WorkMemory::small;
      options.order = Order::transposed;
      options.message_groups = 0;
      expect_right(problem, options, field, spectrum);
    }
  }
}

void try_problem(Problem problem) {
  const std::vector<Complex> field = global_field(problem, 1);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      problem.precision = precision;
      problem.placement = placement;
      try_options(problem, field, spectrum);
    }
  }
}

void try_transform(const std::vector<Index>& extents, Transform transform) {
  try_problem(make_problem(extents, transform));
}

void try_kinds(const std::vector<Index>& extents, const std::vector<Transform>& kinds) {
  Problem problem = make_problem(extents);
  problem.kinds = kinds;
  try_problem(problem);
}

class Oracle : public testing::TestWithParam<std::vector<Index>> {};

TEST_P(Oracle, ForwardAndBackward) {
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

TEST_P(OneDimension, ForwardAndBackward) {
  if (GetParam() < world_size() * world_size()) GTEST_SKIP() << "too short for these ranks";
  try_transform({GetParam()}, Transform::c2c);
}

// 36 = 6 * 6; 2 * 3 * 5 * 7 = 14 * 15; 1001 = 11 * 91; 10000 = 100 * 100, more than a block of
// roots.
INSTANTIATE_TEST_SUITE_P(Lengths, OneDimension, testing::Values(1, 12, 36, 210, 1001, 10000));

TEST(OneDimensional, PrimesOnOneRank) {
  if (world_size() > 1) GTEST_SKIP() << "primes have no two factors for more ranks";
  try_transform({13}, Transform::c2c);
}

class RealToReal : public testing::TestWithParam<Transform> {};

TEST_P(RealToReal, ForwardAndBackward) {
  try_transform({12, 9, 16}, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Kinds, RealToReal,
                         testing::Values(Transform::dct1, Transform::dct2, Transform::dct3,
                                         Transform::dct4, Transform::dst1, Transform::dst2,
                                         Transform::dst3, Transform::dst4));

TEST(RealToRealShapes, OddAndFlatAndFew) {
  try_transform({13, 20}, Transform::dct3);
  try_transform({7, 11, 13}, Transform::dst2);
  try_transform({2, 3, 2}, Transform::dct1);
  try_transform({1, 1, 5}, Transform::dst1);
}

TEST(MixedKinds, RealToRealAlongEveryAxis) {
  try_kinds({12, 9, 16}, {Transform::dct2, Transform::dst4, Transform::dct1});
  try_kinds({7, 11, 13}, {Transform::dst3, Transform::dct4, Transform::dst2});
  try_kinds({1, 5, 2}, {Transform::dst2, Transform::dst1, Transform::dct1});
  try_kinds({14, 9}, {Transform::dct3, Transform::dst1});
}

TEST(MixedKinds, ComplexInput) {
  try_kinds({12, 9, 16}, {Transform::c2c, Transform::dst4, Transform::dct1});
  try_kinds({7, 11, 13}, {Transform::dct2, Transform::dst2, Transform::c2c});
  try_kinds({10, 8, 6}, {Transform::c2c, Transform::dct3, Transform::c2c});
  try_kinds({14, 9}, {Transform::c2c, Transform::dst3});
  try_kinds({7, 16}, {Transform::dct4, Transform::c2c});
}

TEST(MixedKinds, RealInputHalvedAlongTheLastAxis) {
  try_kinds({12, 9, 16}, {Transform::dct2, Transform::dst2, Transform::r2c});
  try_kinds({7, 11, 13}, {Transform::c2c, Transform::dct1, Transform::r2c});
  try_kinds({10, 8, 6}, {Transform::dst4, Transform::c2c, Transform::r2c});
  try_kinds({14, 9}, {Transform::dst1, Transform::r2c});
}

TEST(MixedKinds, TheSameAlongEveryAxisIsOneTransform) {
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

TEST(PlannerEffort, EveryEffortGivesTheSameTransform) {
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

TEST(Presets, AreRight) {
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
