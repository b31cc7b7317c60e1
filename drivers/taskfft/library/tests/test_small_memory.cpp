// Small work memory: how much it is, where it is not to be had, and the same bits as with full.
#include <gtest/gtest.h>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

Options small(const Grid& grid, Exchange exchange = Exchange::automatic) {
  Options options = estimate(grid);
  options.work_memory = WorkMemory::small;
  options.exchange = exchange;
  return options;
}

/// Work memory over the larger of the caller's arrays.
template <class Real>
double share_of_an_array(const Problem& problem, const Options& options) {
  const Plan plan(problem, options, MPI_COMM_WORLD);
  const auto element = [&](bool complex) { return sizeof(Real) * (complex ? 2 : 1); };
  const auto in =
      static_cast<std::size_t>(plan.input().size) * element(problem.transform == Transform::c2c);
  const auto out =
      static_cast<std::size_t>(plan.output().size) * element(!real_to_real(problem.transform));
  EXPECT_EQ(plan.effective().options.work_memory, options.work_memory);
  return static_cast<double>(plan.effective().work_bytes) / static_cast<double>(std::max(in, out));
}

class WorkMemoryOf : public testing::TestWithParam<Exchange> {};

TEST_P(WorkMemoryOf, slabs_is_a_small_part_of_an_array) {
  if (world_size() != 2) GTEST_SKIP() << "of two ranks";
  const Options options = small({2, 1}, GetParam());
  for (const Index n : {96, 128}) {
    for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
      Problem problem = make_problem({n, n, n}, transform);
      SCOPED_TRACE(describe(problem, options));
      EXPECT_LT(share_of_an_array<double>(problem, options), 0.2);
      problem.precision = Precision::float32;
      EXPECT_LT(share_of_an_array<float>(problem, options), 0.2);
    }
  }
  // Tiles in the cache are as large whatever the array is.
  EXPECT_LT(share_of_an_array<double>(make_problem({64, 64, 64}), options), 0.25);
}

TEST_P(WorkMemoryOf, pencils_is_a_small_part_of_an_array) {
  if (world_size() != 4) GTEST_SKIP() << "of four ranks";
  const Options options = small({2, 2}, GetParam());
  for (const Transform transform : {Transform::c2c, Transform::r2c}) {
    EXPECT_LT(share_of_an_array<double>(make_problem({128, 128, 128}, transform), options), 0.2);
  }
}

TEST_P(WorkMemoryOf, full_is_as_large_as_an_array) {
  Options options = small({world_size(), 1}, GetParam());
  options.work_memory = WorkMemory::full;
  EXPECT_GT(share_of_an_array<double>(make_problem({64, 64, 64}, Transform::r2c), options), 1);
}

INSTANTIATE_TEST_SUITE_P(Exchanges, WorkMemoryOf, testing::Values(Exchange::shared, Exchange::p2p));

TEST(SmallWorkMemory, output_has_the_last_axis_fastest) {
  const Plan plan(make_problem({8, 12, 10}), small({world_size(), 1}), MPI_COMM_WORLD);
  EXPECT_EQ(plan.output().stride, (std::vector<Index>{10, 80, 1}));
}

TEST(SmallWorkMemory, real_rows_are_always_padded) {
  const Plan plan(make_problem({8, 12, 10}, Transform::r2c), small({world_size(), 1}),
                  MPI_COMM_WORLD);
  EXPECT_EQ(plan.input().stride, (std::vector<Index>{144, 12, 1}));
}

TEST(SmallWorkMemory, elsewhere_full_is_used_and_reported) {
  const auto expect_full = [](const Problem& problem, const Options& options) {
    SCOPED_TRACE(describe(problem, options));
    const Plan plan(problem, options, MPI_COMM_WORLD);
    EXPECT_EQ(plan.effective().options.work_memory, WorkMemory::full);
    ASSERT_EQ(plan.effective().notes.size(), 1U);
    EXPECT_NE(plan.effective().notes[0].find("full is used instead"), std::string::npos);
  };
  const Problem cube = make_problem({8, 12, 10});
  const Options options = small({world_size(), 1});
  expect_full(make_problem({8, 12}), options);
  if (world_size() > 1) expect_full(cube, small({1, 1, world_size()}));
  Options other = options;
  other.order = Order::natural;
  expect_full(cube, other);
  other = options;
  other.packing = Packing::separate;
  expect_full(cube, other);
  other = options;
  other.scheduler = Scheduler::fork_join;
  expect_full(cube, other);
}

TEST(SmallWorkMemory, message_groups_give_way_to_pieces) {
  Options options = small({world_size(), 1});
  options.message_groups = 4;
  const Plan plan(make_problem({8, 12, 10}), options, MPI_COMM_WORLD);
  EXPECT_EQ(plan.effective().options.message_groups, 1);
  ASSERT_EQ(plan.effective().notes.size(), 1U);
  EXPECT_NE(plan.effective().notes[0].find("message_groups is 1"), std::string::npos);
}

TEST(SmallWorkMemory, gives_the_bits_of_full) {
  for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
    const Problem problem = make_problem({20, 18, 44}, Transform::r2c, placement);
    const std::vector<Complex> field = global_field(problem, 12);
    for (const Grid& grid : all_grids(world_size(), 3)) {
      if (grid[2] > 0) continue;
      Options options = estimate(grid);
      Case<double> full(problem, options);
      full.fill_input(field);
      full.plan().forward();
      options.work_memory = WorkMemory::small;
      SCOPED_TRACE(describe(problem, options));
      Case<double> pieces(problem, options);
      pieces.fill_input(field);
      pieces.plan().forward();
      EXPECT_EQ(pieces.output_elements(), full.output_elements());
      full.plan().backward();
      pieces.plan().backward();
      EXPECT_EQ(pieces.input_elements(), full.input_elements());
    }
  }
}

}  // namespace
}  // namespace taskfft
