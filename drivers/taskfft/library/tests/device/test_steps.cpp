// The arithmetic of plans on devices.
#include <gtest/gtest.h>

#include <set>

#include "device/steps.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/device_plan.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

Problem problem_of(std::vector<Index> extents, Transform transform = Transform::c2c) {
  Problem problem;
  problem.extents = std::move(extents);
  problem.transform = transform;
  return problem;
}

DeviceSteps steps_of(const Problem& problem, const Grid& grid, int rank, int groups, bool forward,
                     Order order = Order::transposed) {
  return make_device_steps(make_geometry(problem, grid, rank), problem, order, groups, forward);
}

TEST(DeviceSteps, of_slabs_are_planes_and_lines_with_one_exchange) {
  const DeviceSteps steps = steps_of(problem_of({8, 12, 10}), {2, 1, 0}, 0, 4, true);
  ASSERT_EQ(steps.stages.size(), 2U);
  EXPECT_TRUE(steps.stages[0].by_group);
  ASSERT_EQ(steps.stages[0].parts.size(), 4U);
  const LineBatch& planes = steps.stages[0].parts[0].batch;
  EXPECT_EQ(planes.dims, 2);
  EXPECT_EQ(planes.lengths, (std::array<Index, 2>{12, 10}));
  EXPECT_EQ(planes.count, 1);
  EXPECT_FALSE(steps.stages[1].by_group);
  EXPECT_EQ(steps.stages[1].source.holder, Holder::to);  // lines arrive where they stay
  const LineBatch& lines = steps.stages[1].parts[0].batch;
  EXPECT_EQ(lines.lengths[0], 8);
  EXPECT_EQ(lines.count, 6 * 10);
}

TEST(DeviceSteps, backwards_let_groups_go_as_they_arrive) {
  const DeviceSteps steps = steps_of(problem_of({8, 12, 10}), {2, 1, 0}, 0, 4, false);
  EXPECT_FALSE(steps.stages[0].by_group);
  EXPECT_TRUE(steps.stages[1].by_group);
}

TEST(DeviceSteps, of_pencils_go_by_group_through_two_stages) {
  const DeviceSteps steps = steps_of(problem_of({8, 12, 10}), {2, 2, 0}, 3, 2, true);
  ASSERT_EQ(steps.stages.size(), 3U);
  EXPECT_TRUE(steps.stages[0].by_group);
  EXPECT_TRUE(steps.stages[1].by_group);
  EXPECT_FALSE(steps.stages[2].by_group);
}

// Libraries take real lines for pairs of numbers: a part may not begin in the midst of one.
TEST(DeviceSteps, keep_odd_real_planes_together) {
  const Problem odd = problem_of({8, 3, 5}, Transform::r2c);
  EXPECT_FALSE(steps_of(odd, {1, 1, 0}, 0, 3, true).stages[0].by_group);
  EXPECT_TRUE(
      steps_of(problem_of({8, 4, 5}, Transform::r2c), {1, 1, 0}, 0, 3, true).stages[0].by_group);
}

/// Every block that leaves one rank is what its peer expects, and is read from the place where the
/// owner has it.
void expect_blocks_to_match(const Problem& problem, const Grid& grid, int groups, Order order,
                            bool forward) {
  const int ranks = grid[0] * grid[1];
  std::vector<DeviceSteps> all;
  for (int rank = 0; rank < ranks; ++rank) {
    all.push_back(steps_of(problem, grid, rank, groups, forward, order));
  }
  const auto world_rank = [&](int rank, Comm comm, int peer) {
    const Geometry mine = make_geometry(problem, grid, rank);
    std::array<int, 2> coords = mine.coords;
    coords[comm == Comm::column ? 0 : 1] = peer;
    int found = 0;
    while (make_geometry(problem, grid, found).coords != coords) ++found;
    return static_cast<std::size_t>(found);
  };
  for (int rank = 0; rank < ranks; ++rank) {
    const DeviceSteps& mine = all[static_cast<std::size_t>(rank)];
    for (std::size_t e = 0; e < mine.exchanges.size(); ++e) {
      const DeviceExchangeSteps& exchange = mine.exchanges[e];
      for (const DeviceBlock& block : exchange.departing) {
        const std::size_t peer = world_rank(rank, exchange.comm, block.peer);
        const int group = static_cast<int>(&block - exchange.departing.data()) / exchange.ranks;
        const DeviceBlock& theirs = all[peer].exchanges[e].arrival(group, exchange.me);
        EXPECT_EQ(block.count, theirs.count);
        if (block.count == 0) continue;
        EXPECT_EQ(block.array, theirs.owner);
        for (int k = 0; k < 3; ++k) EXPECT_GT(theirs.direct.extent[k], 0);
      }
    }
  }
}

TEST(DeviceSteps, of_one_rank_send_what_the_others_expect) {
  for (const bool forward : {true, false}) {
    for (const Order order : {Order::transposed, Order::natural}) {
      for (const int groups : {1, 3}) {
        expect_blocks_to_match(problem_of({7, 11, 13}), {2, 3, 0}, groups, order, forward);
        expect_blocks_to_match(problem_of({7, 11, 13}, Transform::r2c), {4, 1, 0}, groups, order,
                               forward);
        expect_blocks_to_match(problem_of({2, 3, 1}), {3, 3, 0}, groups, order, forward);
        expect_blocks_to_match(problem_of({9, 4}, Transform::r2c), {6, 1, 0}, groups, order,
                               forward);
      }
    }
  }
}

TEST(DeviceSteps, of_2048_cubed_count_by_64_bits) {
  const DeviceSteps steps = steps_of(problem_of({2048, 2048, 2048}), {1, 1, 0}, 0, 2, true);
  EXPECT_EQ(steps.stages[0].parts[1].from, Index{1} << 32U);
  EXPECT_EQ(steps.exchanges[0].arrival(1, 0).count, Index{1} << 32U);
  EXPECT_EQ(steps.stages[1].parts[0].batch.count, Index{1} << 22U);
}

void expect_refused(const Problem& problem, const DeviceOptions& options, int ranks,
                    const std::string& words) {
  try {
    check_device_arguments(problem, options, ranks);
    ADD_FAILURE() << "not refused: " << words;
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(DeviceArguments, say_what_devices_do_not_do) {
  const DeviceOptions none;
  EXPECT_NO_THROW(check_device_arguments(problem_of({4, 5, 6}, Transform::r2c), none, 3));
  expect_refused(problem_of({16}), none, 1, "two or three dimensions");
  expect_refused(problem_of({4, 4, 4}, Transform::dct2), none, 1, "c2c and r2c");
  DeviceOptions bricks;
  bricks.grid = {1, 1, 4};
  expect_refused(problem_of({4, 4, 4}), bricks, 4, "no bricks");
  DeviceOptions many;
  many.chunks = -1;
  expect_refused(problem_of({4, 4, 4}), many, 4, "chunks is -1");
  Problem fields = problem_of({4, 4, 4});
  fields.fields = 2;
  expect_refused(fields, none, 4, "one field");
}

}  // namespace
}  // namespace taskfft
