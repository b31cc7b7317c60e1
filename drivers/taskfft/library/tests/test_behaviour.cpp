// What holds beyond one right transform: equality between settings, repetition, several plans.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "engine/engine.hpp"
#include "support.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

class Bitwise : public testing::TestWithParam<Transform> {};

TEST_P(Bitwise, exchanges_and_message_limits_give_the_same_bits) {
  const Problem problem = make_problem({20, 18, 22}, GetParam());
  const std::vector<Complex> field = global_field(problem, 3);
  for (const auto& grid : all_grids(world_size(), 3)) {
    // Fused, tiles may begin at other alignments, for which FFTW has other plans.
    std::map<bool, std::vector<Complex>> expected;
    for (const auto& [exchange, packing] : all_ways()) {
      for (const Index limit : {2147483647, 7}) {
        Options options = estimate(grid);
        options.exchange = exchange;
        options.packing = packing;
        options.message_groups = 2;
        options.message_limit = limit;
        SCOPED_TRACE(describe(problem, options));
        Case<double> c(problem, options);
        c.fill_input(field);
        c.plan().forward();
        const std::vector<Complex> result = c.output_elements();
        EXPECT_EQ(expected.try_emplace(packing == Packing::fused, result).first->second, result);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Bitwise, testing::Values(Transform::r2c, Transform::dct2));

TEST(MessageLimit, small_messages_are_right_and_reported) {
  const Problem problem = make_problem({9, 10, 11});
  const std::vector<Complex> field = global_field(problem, 4);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  for (const auto& [exchange, packing] : all_ways()) {
    if (exchange == Exchange::shared) continue;
    Options options = estimate({world_size(), 1});
    options.exchange = exchange;
    options.packing = packing;
    options.message_limit = 5;
    SCOPED_TRACE(describe(problem, options));
    Case<double> c(problem, options);
    c.fill_input(field);
    c.plan().forward();
    EXPECT_LE(c.output_error(spectrum), c.tolerance());
    const bool typed = packing == Packing::datatypes;
    const bool counted = collective_of_mpi(exchange);
    const bool changed = (counted || typed) && world_size() > 1;
    const Effective& effective = c.plan().effective();
    EXPECT_EQ(effective.notes.size(), changed ? 1U : 0U);
    if (!changed) continue;
    EXPECT_EQ(effective.options.exchange, counted ? Exchange::p2p : exchange);
    EXPECT_EQ(effective.options.packing, typed ? Packing::separate : packing);
    EXPECT_NE(effective.notes.at(0).find("beyond message_limit"), std::string::npos);
  }
}

TEST(Repetition, changing_inputs_give_their_own_spectra) {
  const Problem problem = make_problem({11, 12, 14}, Transform::c2c, Placement::in_place);
  for (const auto& [exchange, packing] : all_ways()) {
    Options options = estimate(choose_grid(problem, world_size()));
    options.exchange = exchange;
    options.packing = packing;
    options.order = Order::natural;
    options.message_groups = 2;
    Case<double> c(problem, options);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<Complex> field = global_field(problem, seed);
      const std::vector<Complex> spectrum = serial_forward(problem, field);
      c.fill_input(field);
      c.plan().forward();
      EXPECT_LE(c.output_error(spectrum), c.tolerance()) << "repetition " << seed;
      if (seed % 3 == 0) c.plan().forward();  // from whatever is there, to shift the phases
      c.fill_output(spectrum);
      c.plan().backward();
      EXPECT_LE(c.input_error(field, 11 * 12 * 14), 2 * c.tolerance()) << "repetition " << seed;
    }
  }
}

TEST(TwoPlans, interleaved_plans_do_not_mix) {
  const Problem a = make_problem({8, 9, 10});
  const Problem b = make_problem({15, 6, 7}, Transform::r2c);
  const std::vector<Complex> field_a = global_field(a, 5);
  const std::vector<Complex> field_b = global_field(b, 6);
  Case<double> case_a(a, estimate({1, world_size()}));
  Case<float> case_b({b.extents, b.transform, Precision::float32, b.placement},
                     estimate({world_size(), 1}));
  for (int repetition = 0; repetition < 3; ++repetition) {
    case_a.fill_input(field_a);
    case_b.fill_input(field_b);
    case_a.plan().forward();
    case_b.plan().forward();
    EXPECT_LE(case_b.output_error(serial_forward(b, field_b)), case_b.tolerance());
    case_b.plan().backward();
    EXPECT_LE(case_a.output_error(serial_forward(a, field_a)), case_a.tolerance());
    case_a.plan().backward();
    EXPECT_LE(case_a.input_error(field_a, 8 * 9 * 10), 2 * case_a.tolerance());
    EXPECT_LE(case_b.input_error(field_b, 15 * 6 * 7), 2 * case_b.tolerance());
  }
}

TEST(Commit, moves_to_other_arrays_of_any_alignment) {
  const Problem problem = [] {
    Problem p = make_problem({9, 7, 15}, Transform::r2c);
    p.precision = Precision::float32;
    return p;
  }();
  Case<float> c(problem, estimate({world_size(), 1}));
  c.fill_input(global_field(problem, 7));
  c.plan().forward();
  const auto expected = c.output_elements();
  // One float further: no longer aligned for SIMD.
  std::vector<float> in(static_cast<std::size_t>(c.plan().input().size) + 1);
  std::vector<float> out(2 * static_cast<std::size_t>(c.plan().output().size) + 1);
  std::copy_n(c.in(), in.size() - 1, in.begin() + 1);
  c.plan().commit(in.data() + 1, out.data() + 1);
  c.plan().forward();
  std::copy(out.begin() + 1, out.end(), c.out());
  const auto moved = c.output_elements();
  for (std::size_t n = 0; n < moved.size(); ++n) {
    EXPECT_LE(std::abs(moved[n] - expected[n]), 1e-4);
  }
}

TEST(Communicators, a_part_of_the_world_can_transform) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
  const Communicator half = Communicator::split(world, rank % 2, -rank);
  const Problem problem = make_problem({6, 10, 8});
  const std::vector<Complex> field = global_field(problem, 8);
  Case<double> c(problem, estimate({0, 0}), half.get());
  c.fill_input(field);
  c.plan().forward();
  EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
}

}  // namespace
}  // namespace taskfft
