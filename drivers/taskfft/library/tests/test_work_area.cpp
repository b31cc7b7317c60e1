// Plans that work in one memory by turns.
#include <gtest/gtest.h>

#include <memory>

#include "support.hpp"

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
      worst = std::max(worst, std::abs(found - spectrum[global]));
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
    const Problem large = make_problem({12, 16, 20});
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

}  // namespace
}  // namespace taskfft
