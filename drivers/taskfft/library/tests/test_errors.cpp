// Wrong arguments are refused, on all ranks alike, before anything is exchanged.
#include <gtest/gtest.h>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

Problem cube() {
  Problem problem;
  problem.extents = {8, 8, 8};
  return problem;
}

TEST(Errors, AGridMustHaveTheRanksOfTheCommunicator) {
  Options options;
  options.grid = {world_size() + 1, 1};
  EXPECT_THROW(Plan(cube(), options, MPI_COMM_WORLD), ArgumentError);
}

TEST(Errors, TheNullCommunicatorIsRefused) {
  EXPECT_THROW(Plan(cube(), {}, MPI_COMM_NULL), ArgumentError);
}

TEST(Errors, ArgumentsThatDifferBetweenRanksAreRefusedEverywhere) {
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

TEST(Errors, ExecutionNeedsCommittedArrays) {
  Plan plan(cube(), {}, MPI_COMM_WORLD);
  EXPECT_THROW(plan.forward(), Error);
  EXPECT_THROW(plan.backward(), Error);
}

TEST(Errors, CommitChecksThePlacement) {
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
