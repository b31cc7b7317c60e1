// Between boxes, too, a run that failed on one rank ends on all.
#include <gtest/gtest.h>

#include "failing_waits.hpp"
#include "random_boxes.hpp"
#include "support.hpp"
#include "support/kept.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A visitor's exception can be anything.
struct Ray {};

/// The last rank fails once all others have what they need for the transform, but not for the
/// exchange behind it.
void expect_dead_after_a_failure(const Problem& problem, const Options& options,
                                 const Boxes& mine) {
  BoxPlan plan(problem, options, mine, MPI_COMM_WORLD);
  std::vector<Complex> in(static_cast<std::size_t>(plan.input()[0].size), 1);
  std::vector<Complex> out(static_cast<std::size_t>(plan.output()[0].size));
  plan.commit(in.data(), out.data());
  plan.forward();
  MPI_Barrier(MPI_COMM_WORLD);  // or ranks that are still at it may be told
  const bool fails = world_rank() == world_size() - 1;
  const auto visitor = [fails](const SpectrumRun&) {
    if (fails) throw Ray{};
  };
  if (fails || plan.exchanges_output()) {
    EXPECT_ANY_THROW(plan.forward(visitor));
  } else {
    try {
      plan.forward(visitor);  // it may be done before it is told
    } catch (const Error&) {
    }
  }
  EXPECT_THROW(plan.forward(), Error);
  EXPECT_THROW(plan.backward(), Error);
  EXPECT_THROW(plan.commit(in.data(), out.data()), Error);
}

TEST(BoxFailures, of_one_rank_reach_those_that_wait_for_its_part_of_a_box) {
  const Problem problem = make_problem({16, 12, 10});
  for (const Exchange exchange : {Exchange::p2p, Exchange::shared, Exchange::ialltoallv}) {
    SCOPED_TRACE(name(exchange));
    Options options = estimate({world_size(), 1});
    options.exchange = exchange;
    const Plan plan(problem, options, MPI_COMM_WORLD);
    expect_dead_after_a_failure(problem, options, {{plan.output()}, {plan.input()}});
    expect_dead_after_a_failure(problem, options, {{plan.input()}, {plan.input()}});
    expect_dead_after_a_failure(problem, options, {{plan.output()}, {plan.output()}});
  }
}

/// The last rank fails once the others have what they need of it for the exchange before the
/// transform, but not for the transform.
void expect_dead_after_a_failure_before(BoxPlan& plan, bool others) {
  std::vector<Complex> in(static_cast<std::size_t>(plan.input()[0].size), 1), other_in(in);
  std::vector<Complex> out(static_cast<std::size_t>(plan.output()[0].size)), other_out(out);
  plan.commit(in.data(), out.data());
  MPI_Barrier(MPI_COMM_WORLD);
  waits_fail = world_rank() == world_size() - 1;
  if (others) {
    EXPECT_THROW(plan.forward(other_in, other_out), Error);
  } else {
    EXPECT_THROW(plan.forward(), Error);
  }
  waits_fail = false;
  EXPECT_THROW(plan.forward(other_in, other_out), Error);
  EXPECT_THROW(plan.backward(), Error);
}

TEST(BoxFailures, of_one_rank_before_the_transform_reach_those_that_are_in_it) {
  if (world_size() == 1) GTEST_SKIP() << "needs two ranks";
  const Problem problem = make_problem({16, 12, 10});
  for (const Exchange exchange : {Exchange::p2p, Exchange::shared, Exchange::ialltoallv}) {
    SCOPED_TRACE(name(exchange));
    Options options = estimate({world_size(), 1});
    options.exchange = exchange;
    const Plan own(problem, options, MPI_COMM_WORLD);
    for (const bool others : {false, true}) {
      BoxPlan plan(problem, options, {{own.output()}, {own.input()}}, MPI_COMM_WORLD);
      expect_dead_after_a_failure_before(plan, others);
    }
  }
}

/// Others may have all that they need of the last rank when it fails, and not know.
TEST(BoxFailures, of_one_rank_reach_those_that_agree_on_other_arrays) {
  const Problem problem = make_problem({16, 12, 10});
  const Options options = estimate({world_size(), 1});
  const Plan own(problem, options, MPI_COMM_WORLD);
  for (const bool commits : {false, true}) {
    BoxPlan plan(problem, options, {{own.output()}, {own.output()}}, MPI_COMM_WORLD);
    std::vector<Complex> in(static_cast<std::size_t>(plan.input()[0].size), 1), other_in(in);
    std::vector<Complex> out(static_cast<std::size_t>(plan.output()[0].size)), other_out(out);
    plan.commit(in.data(), out.data());
    const bool fails = world_rank() == world_size() - 1;
    try {
      plan.forward([fails](const SpectrumRun&) {
        if (fails) throw Ray{};
      });
    } catch (const Error&) {
    } catch (const Ray&) {
    }
    if (fails) continue;
    if (commits) {
      EXPECT_THROW(plan.commit(other_in, other_out), Error);
    } else {
      EXPECT_THROW(plan.forward(other_in, other_out), Error);
    }
    EXPECT_THROW(plan.forward(), Error);
  }
}

// Of the plan and between boxes, as messages may be under way in both.
TEST(BoxFailures, leave_memory_to_messages_that_may_be_under_way) {
  const Problem problem = make_problem({16, 12, 10});
  const Options options = estimate({world_size(), 1});
  const Plan own(problem, options, MPI_COMM_WORLD);
  const Boxes swapped{{own.output()}, {own.input()}};
  const std::size_t before = kept_until_exit();
  expect_dead_after_a_failure(problem, options, swapped);
  EXPECT_EQ(kept_until_exit(), before + 2);
  {
    BoxPlan well(problem, options, swapped, MPI_COMM_WORLD);
    std::vector<Complex> in(static_cast<std::size_t>(well.input()[0].size), 1);
    std::vector<Complex> out(static_cast<std::size_t>(well.output()[0].size));
    well.commit(in.data(), out.data());
    well.forward();
  }
  EXPECT_EQ(kept_until_exit(), before + 2);
}

TEST(BoxFailures, are_none_of_later_plans) {
  const Problem problem = make_problem({16, 12, 10});
  const Options options = estimate({world_size(), 1});
  const Plan own(problem, options, MPI_COMM_WORLD);
  const Boxes swapped{{own.output()}, {own.input()}};
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_dead_after_a_failure(problem, options, swapped);
    BoxPlan later(problem, options, swapped, MPI_COMM_WORLD);
    std::vector<Complex> in(static_cast<std::size_t>(later.input()[0].size), 1);
    std::vector<Complex> out(static_cast<std::size_t>(later.output()[0].size));
    later.commit(in.data(), out.data());
    later.forward();
    if (later.output()[0].has(0, 0, 0)) {
      EXPECT_EQ(out[0], Complex(16 * 12 * 10));
    }
  }
}

}  // namespace
}  // namespace taskfft
