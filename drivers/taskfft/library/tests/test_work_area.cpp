// Plans that work in one memory by turns.
#include <gtest/gtest.h>

#include <memory>

#include "boxes_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A plan with its arrays, made of a lender's memory or of its own.
struct Borrower {
  Borrower(const Problem& problem_of, const Options& options, const Plan& lender)
      : problem(problem_of),
        plan(problem_of, options, lender),
        in(2 * static_cast<std::size_t>(plan.input().size) + 2),
        out(2 * static_cast<std::size_t>(plan.output().size) + 2) {
    plan.commit(in.data(), out.data());
  }

  void expect_right(std::uint64_t seed) {
    const std::vector<Complex> field = global_field(problem, seed);
    const std::vector<Complex> spectrum = serial_forward(problem, field);
    for_each_element(plan.input(), problem.extents, [&](std::size_t local, std::size_t global) {
      in[2 * local] = field[global].real();
      in[2 * local + 1] = field[global].imag();
    });
    plan.forward();
    double worst = 0;
    for_each_element(plan.output(), problem.extents, [&](std::size_t local, std::size_t global) {
      const Complex found{out[2 * local], out[2 * local + 1]};
      keep_worst(worst, std::abs(found - spectrum[global]));
    });
    EXPECT_LE(worst, 1e-10);
  }

  Problem problem;
  Plan plan;
  std::vector<double> in, out;
};

bool has_own_memory(const Plan& plan) {
  const std::vector<std::string> notes = plan.effective().notes;
  return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("has its own") != std::string::npos;
  });
}

TEST(WorkArea, of_one_plan_serves_others_by_turns) {
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p, Exchange::persistent}) {
    Options options = estimate({0, 0});
    options.exchange = exchange;
    options.message_groups = 2;
    const Problem large = make_problem(with_buffers());
    auto lender = std::make_unique<Case<double>>(large, options);
    Options other = options;
    other.message_groups = 1;
    Borrower same(large, options, lender->plan());
    Borrower smaller(make_problem({9, 16, 10}), other, lender->plan());
    Borrower flat(make_problem({18, 40}), options, lender->plan());
    const std::vector<Complex> field = global_field(large, 1);
    const auto try_borrowers = [&](std::uint64_t seed) {
      for (Borrower* borrower : {&same, &smaller, &flat}) borrower->expect_right(seed);
    };
    for (const Borrower* borrower : {&same, &smaller, &flat}) {
      EXPECT_FALSE(has_own_memory(borrower->plan));
      EXPECT_LE(borrower->plan.effective().work_bytes, lender->plan().effective().work_bytes);
    }
    for (std::uint64_t round = 0; round < 2; ++round) {
      try_borrowers(round);
      lender->fill_input(field);
      lender->plan().forward();
      EXPECT_LE(lender->output_error(serial_forward(large, field)), lender->tolerance());
    }
    lender.reset();
    try_borrowers(2);
  }
}

TEST(WorkArea, that_is_too_small_or_of_another_kind_is_noted_and_not_used) {
  if (world_size() == 1) GTEST_SKIP() << "one rank exchanges nothing";
  Options options = estimate({0, 0});
  options.exchange = Exchange::p2p;
  Case<double> lender(make_problem({6, 6, 6}), options);
  Borrower larger(make_problem({12, 16, 20}), options, lender.plan());
  EXPECT_TRUE(has_own_memory(larger.plan));
  larger.expect_right(1);
  Options shared = estimate({0, 0});
  shared.exchange = Exchange::shared;
  Borrower other(make_problem({6, 6, 6}), shared, lender.plan());
  EXPECT_TRUE(has_own_memory(other.plan));
  other.expect_right(2);
}

/// A plan between planes of axis 0, which are not the plan's own, with its arrays.
template <class Lender>
struct BoxBorrower {
  BoxBorrower(const std::vector<Index>& extents, const Options& options, const Lender& lender)
      : problem(make_problem(extents)),
        plan(problem, options, {{columns(extents)}, {planes(extents)}}, lender),
        in(static_cast<std::size_t>(plan.input()[0].size) + 1),
        out(static_cast<std::size_t>(plan.output()[0].size) + 1) {
    plan.commit(in, out);
  }
  /// This rank's part of the last axis.
  static Layout columns(const std::vector<Index>& extents) {
    std::vector<Index> lo(extents.size(), 0), hi = extents;
    lo.back() = extents.back() * world_rank() / world_size();
    hi.back() = extents.back() * (world_rank() + 1) / world_size();
    return make_box(lo, hi);
  }
  void expect_right(std::uint64_t seed) {
    const std::vector<Complex> field = global_field(problem, seed);
    const std::vector<Complex> spectrum = serial_forward(problem, field);
    for_each_element(plan.input()[0], problem.extents,
                     [&](std::size_t local, std::size_t global) { in[local] = field[global]; });
    plan.forward();
    double worst = 0;
    for_each_element(plan.output()[0], problem.extents, [&](std::size_t local, std::size_t global) {
      keep_worst(worst, std::abs(out[local] - spectrum[global]));
    });
    EXPECT_LE(worst, 1e-10);
  }

  Problem problem;
  BoxPlan plan;
  std::vector<Complex> in, out;
};

TEST(WorkArea, of_plans_between_boxes_serves_others_by_turns) {
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p}) {
    Options options = estimate({0, 0});
    options.exchange = exchange;
    const std::vector<Index> large = with_buffers(), small{8, 12, 16};
    auto own = std::make_unique<BoxBorrower<MPI_Comm>>(large, options, MPI_COMM_WORLD);
    BoxBorrower<BoxPlan> same(large, options, own->plan), smaller(small, options, own->plan);
    const auto bytes = [](const auto& user) { return user.plan.effective().work_bytes; };
    const std::size_t array = sizeof(Complex) * own->in.size();
    EXPECT_LT(bytes(same) + array, bytes(*own));  // no array of its own, among others
    EXPECT_LT(bytes(smaller) + array, bytes(*own));
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      same.expect_right(seed);
      own->expect_right(seed);
      smaller.expect_right(seed);
    }
    own.reset();
    same.expect_right(2);
    smaller.expect_right(2);
  }
}

TEST(WorkArea, of_a_plan_serves_plans_between_boxes) {
  const Options options = estimate({0, 0});
  const std::vector<Index> extents{12, 16, 20};
  Case<double> lender(make_problem(extents), options);
  BoxBorrower<MPI_Comm> own(extents, options, MPI_COMM_WORLD);
  BoxBorrower<Plan> borrower(extents, options, lender.plan());
  EXPECT_LT(borrower.plan.effective().work_bytes, own.plan.effective().work_bytes);
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    borrower.expect_right(seed);
    lender.plan().forward();
  }
}

// What has failed there may still be under way.
TEST(WorkArea, of_plans_between_boxes_ends_with_one_of_them) {
  const Options options = estimate({0, 0});
  BoxBorrower<MPI_Comm> own({6, 8, 10}, options, MPI_COMM_WORLD);
  BoxBorrower<BoxPlan> other({6, 8, 10}, options, own.plan);
  EXPECT_THROW(other.plan.forward([](const SpectrumRun&) { throw Error("no such wave"); }), Error);
  EXPECT_THROW(own.plan.forward(), Error);
}

}  // namespace
}  // namespace taskfft
