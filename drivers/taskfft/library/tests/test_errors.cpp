// Wrong arguments are refused, on all ranks alike, before anything is exchanged.
#include <gtest/gtest.h>

#include "support.hpp"
#include "taskfft/box_plan.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

Problem cube() {
  Problem problem;
  problem.extents = {8, 8, 8};
  return problem;
}

TEST(Errors, a_grid_must_have_the_ranks_of_the_communicator) {
  Options options;
  options.grid = {world_size() + 1, 1};
  EXPECT_THROW(Plan(cube(), options, MPI_COMM_WORLD), ArgumentError);
}

TEST(Errors, the_null_communicator_is_refused) {
  EXPECT_THROW(Plan(cube(), {}, MPI_COMM_NULL), ArgumentError);
}

TEST(Errors, intercommunicators_are_refused) {
  if (world_size() == 1) GTEST_SKIP() << "needs two ranks";
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &between);
  EXPECT_THROW(Plan(cube(), {}, between), ArgumentError);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

TEST(Errors, plans_that_were_moved_from_refuse_every_call) {
  Plan old(cube(), {}, MPI_COMM_WORLD);
  const Plan plan = std::move(old);
  EXPECT_THROW(old.input(), ArgumentError);
  EXPECT_THROW(old.output(), ArgumentError);
  EXPECT_THROW(old.commit(nullptr, nullptr), ArgumentError);
  EXPECT_THROW(old.forward(), ArgumentError);
  EXPECT_THROW(old.backward(), ArgumentError);
  EXPECT_THROW(old.refuse("this"), ArgumentError);
  EXPECT_THROW(old.effective(), ArgumentError);
  EXPECT_THROW(old.trace(), ArgumentError);
  EXPECT_THROW(Plan(cube(), {}, old), ArgumentError);
}

TEST(Errors, plans_between_boxes_that_were_moved_from_refuse_every_call) {
  const Plan like(cube(), {}, MPI_COMM_WORLD);
  std::vector<Complex> in(static_cast<std::size_t>(like.input().size));
  std::vector<Complex> out(static_cast<std::size_t>(like.output().size));
  BoxPlan old(cube(), {}, {{like.input()}, {like.output()}}, MPI_COMM_WORLD);
  BoxPlan plan = std::move(old);
  EXPECT_THROW(old.input(), ArgumentError);
  EXPECT_THROW(old.output(), ArgumentError);
  EXPECT_THROW(old.commit(in, out), ArgumentError);
  EXPECT_THROW(old.forward(), ArgumentError);
  EXPECT_THROW(old.forward([](const SpectrumRun&) {}), ArgumentError);
  EXPECT_THROW(old.forward(in, out), ArgumentError);
  EXPECT_THROW(old.backward(), ArgumentError);
  EXPECT_THROW(old.backward(out, in), ArgumentError);
  EXPECT_THROW(old.refuse("this"), ArgumentError);
  EXPECT_THROW(old.effective(), ArgumentError);
  EXPECT_THROW(old.exchanges_input(), ArgumentError);
  EXPECT_THROW(old.exchanges_output(), ArgumentError);
  EXPECT_THROW(BoxPlan(cube(), {}, {{like.input()}, {like.output()}}, old), ArgumentError);
  plan.commit(in, out);
  EXPECT_NO_THROW(plan.forward());
}

TEST(Errors, arguments_that_differ_between_ranks_are_refused_everywhere) {
  if (world_size() == 1) GTEST_SKIP() << "needs two ranks";
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Options options;
  options.exchange = rank == 0 ? Exchange::p2p : Exchange::alltoallv;
  EXPECT_THROW(Plan(cube(), options, MPI_COMM_WORLD), ArgumentError);
  Problem problem = cube();
  problem.extents[2] += rank;
  EXPECT_THROW(Plan(problem, {}, MPI_COMM_WORLD), ArgumentError);
}

TEST(Errors, execution_needs_committed_arrays) {
  Plan plan(cube(), {}, MPI_COMM_WORLD);
  EXPECT_THROW(plan.forward(), Error);
  EXPECT_THROW(plan.backward(), Error);
}

TEST(Errors, commit_checks_the_placement) {
  Problem problem = cube();
  std::vector<Complex> a(8 * 8 * 8);
  std::vector<Complex> b(8 * 8 * 8);
  Plan out_of_place(problem, {}, MPI_COMM_WORLD);
  EXPECT_THROW(out_of_place.commit(a.data(), a.data()), ArgumentError);
  EXPECT_THROW(out_of_place.commit(nullptr, b.data()), ArgumentError);
  problem.placement = Placement::in_place;
  Plan in_place(problem, {}, MPI_COMM_WORLD);
  EXPECT_THROW(in_place.commit(a.data(), b.data()), ArgumentError);
}

}  // namespace
}  // namespace taskfft
