// Fields that are transformed together come out as they do one by one, bit by bit.
#include <gtest/gtest.h>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

constexpr int kFields = 5;

Problem batch_of(Problem problem) {
  problem.fields = kFields;
  return problem;
}

/// What forward leaves of each field, and then backward, one by one.
struct Results {
  std::vector<Complex> spectra;
  std::vector<Complex> fields;
};

Results one_by_one(const Problem& one, const Options& options) {
  Results results;
  Case<double> c(one, options);
  for (int field = 0; field < kFields; ++field) {
    c.fill_input(global_field(one, static_cast<std::uint64_t>(field)));
    c.plan().forward();
    const std::vector<Complex> spectrum = c.output_elements();
    results.spectra.insert(results.spectra.end(), spectrum.begin(), spectrum.end());
    c.plan().backward();
    const std::vector<Complex> back = c.input_elements();
    results.fields.insert(results.fields.end(), back.begin(), back.end());
  }
  return results;
}

void expect_together_as_one_by_one(const Problem& one, const Options& options) {
  SCOPED_TRACE(describe(batch_of(one), options));
  const Results expected = one_by_one(one, options);
  Case<double> c(batch_of(one), options);
  for (int repetition = 0; repetition < 2; ++repetition) {
    for (int field = 0; field < kFields; ++field) {
      c.fill_input(global_field(one, static_cast<std::uint64_t>(field)), field);
    }
    c.plan().forward();
    EXPECT_EQ(c.output_elements(), expected.spectra);
    c.plan().backward();
    EXPECT_EQ(c.input_elements(), expected.fields);
  }
}

class Fields : public testing::TestWithParam<Placement> {};

TEST_P(Fields, come_out_as_one_by_one) {
  const Problem problem = make_problem({13, 12, 10}, Transform::r2c, GetParam());
  int count = 0;
  for (const auto& grid : all_grids(world_size(), 3)) {
    for (const auto& [exchange, packing] : all_ways()) {
      Options options = estimate(grid);
      options.exchange = exchange;
      options.packing = packing;
      options.order = count % 2 == 0 ? Order::transposed : Order::natural;
      options.message_groups = 1 + count % 3;
      options.threads = 1 + count / 2 % 2;
      options.scheduler = count % 5 == 4 ? Scheduler::fork_join : Scheduler::graph;
      ++count;
      expect_together_as_one_by_one(problem, options);
      if (!small_memory_suits(problem, grid, packing)) continue;
      options.work_memory = WorkMemory::small;
      options.order = Order::transposed;
      options.message_groups = 0;
      expect_together_as_one_by_one(problem, options);
    }
  }
}

TEST_P(Fields, of_other_kinds_and_dimensions) {
  Problem mixed = make_problem({7, 11, 5}, Transform::c2c, GetParam());
  mixed.kinds = {Transform::dct2, Transform::c2c, Transform::dst1};
  for (const Problem& problem : {mixed, make_problem({7, 13}, Transform::dct3, GetParam()),
                                 make_problem({36}, Transform::c2c, GetParam()),
                                 make_problem({2, 1, 3}, Transform::c2c, GetParam())}) {
    for (const Exchange exchange : {Exchange::shared, Exchange::p2p}) {
      Options options = estimate({0, 0});
      options.exchange = exchange;
      expect_together_as_one_by_one(problem, options);
    }
  }
}

TEST_P(Fields, of_odd_bricks) {
  for (const std::vector<Index>& extents : {std::vector<Index>{9, 3, 6}, {29, 13, 10}}) {
    const Problem problem = make_problem(extents, Transform::r2c, GetParam());
    for (const Order order : {Order::transposed, Order::natural}) {
      Options options = estimate({1, 1, world_size()});
      options.order = order;
      expect_together_as_one_by_one(problem, options);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Placements, Fields,
                         testing::Values(Placement::out_of_place, Placement::in_place));

}  // namespace
}  // namespace taskfft
