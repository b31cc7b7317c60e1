/// From traces to the record's breakdown.

#include "profile_recording.hpp"

namespace fftbench::profile {
namespace {

Totals totals_of(double wall, double exchange, double fft) {
  Totals totals;
  totals.wall_seconds = wall;
  totals.exchange_seconds = exchange;
  totals.fft_seconds = fft;
  totals.fft_calls = 1;
  return totals;
}

TEST(ProfileSplit, parts_add_up) {
  const Split parts = split(totals_of(10, 4, 3.5), true);
  EXPECT_EQ(parts.wall, 10);
  EXPECT_EQ(parts.exchange, 4);
  EXPECT_EQ(parts.local, 6);
  EXPECT_EQ(parts.fft, 3.5);
  EXPECT_EQ(parts.reorder, 2.5);
}

TEST(ProfileSplit, what_is_unknown_stays_unknown) {
  const Split parts = split(totals_of(10, 4, 3.5), false);
  EXPECT_EQ(parts.local, 6);
  EXPECT_FALSE(parts.fft);
  EXPECT_FALSE(parts.reorder);
}

TEST(ProfileSplit, clock_grain_makes_no_part_negative) {
  const Split parts = split(totals_of(10, 4, 6.1), true);
  EXPECT_EQ(parts.fft, 6);
  EXPECT_EQ(parts.reorder, 0);
  const Split all_exchange = split(totals_of(10, 10.1, 0.1), true);
  EXPECT_EQ(all_exchange.exchange, 10);
  EXPECT_EQ(all_exchange.local, 0);
  EXPECT_EQ(all_exchange.fft, 0);
  EXPECT_EQ(all_exchange.reorder, 0);
}

TEST(ProfileTrace, repetitions_add_up) {
  Totals sum;
  Totals one = totals_of(10, 4, 3);
  one.mpi["MPI_Alltoall"] = {2, 4.0, 100, 3};
  sum += one;
  one.mpi["MPI_Wait"] = {1, 0.5, 0, 0};
  one.fft_contains_mpi = true;
  sum += one;
  EXPECT_EQ(sum.wall_seconds, 20);
  EXPECT_EQ(sum.fft_calls, 2);
  EXPECT_TRUE(sum.fft_contains_mpi);
  EXPECT_EQ(sum.mpi.at("MPI_Alltoall"), (Function{4, 8.0, 200, 6}));
  EXPECT_EQ(sum.mpi.at("MPI_Wait"), (Function{1, 0.5, 0, 0}));
}

/// Rank r was in MPI for 1 + r of 20 seconds in 2 repetitions, and only rank 0 sent anything.
Totals of_this_rank() {
  Totals totals = totals_of(20, 1 + world_rank(), 4);
  totals.fft_calls = 6;
  totals.mpi["MPI_Waitall"] = {4, 1.0 + world_rank(), 0, 0};
  if (world_rank() == 0) totals.mpi["MPI_Isend"] = {2, 0.25, 1000, 2};
  return totals;
}

TEST(ProfileReduce, means_extremes_and_sums_per_transform) {
  const Breakdown result = reduce(of_this_rank(), 2, MPI_COMM_WORLD);
  const int n = world_size();
  EXPECT_DOUBLE_EQ(result.wall_s.mean, 10);
  EXPECT_DOUBLE_EQ(result.exchange_s->min, 0.5);
  EXPECT_DOUBLE_EQ(result.exchange_s->max, 0.5 * n);
  EXPECT_DOUBLE_EQ(result.exchange_s->mean, 0.25 * (1 + n));
  EXPECT_DOUBLE_EQ(result.local_s->max, 9.5);
  ASSERT_TRUE(result.fft_s && result.reorder_s);
  EXPECT_DOUBLE_EQ(result.fft_s->mean, 2);
  EXPECT_DOUBLE_EQ(result.exchange_s->mean + result.fft_s->mean + result.reorder_s->mean,
                   result.wall_s.mean);
  EXPECT_DOUBLE_EQ(result.fft_calls, 3.0 * n);

  ASSERT_EQ(result.mpi.size(), 2u) << "functions called on any rank";
  const MpiFunction& wait = result.mpi.at("MPI_Waitall");
  EXPECT_DOUBLE_EQ(wait.calls, 2.0 * n);
  EXPECT_DOUBLE_EQ(wait.seconds, 0.5 * n) << "of the slowest rank";
  const MpiFunction& send = result.mpi.at("MPI_Isend");
  EXPECT_DOUBLE_EQ(send.calls, 1);
  EXPECT_DOUBLE_EQ(send.bytes, 500);
  EXPECT_DOUBLE_EQ(send.messages, 1);
  EXPECT_DOUBLE_EQ(*result.exchange_bytes, 500);
}

TEST(ProfileReduce, a_rank_without_work_made_no_ffts_in_no_time) {
  Totals totals = totals_of(2, 1, 0.5);
  if (world_rank() > 0) totals = totals_of(2, 2, 0);
  totals.fft_calls = world_rank() == 0 ? 1 : 0;
  const Breakdown result = reduce(totals, 1, MPI_COMM_WORLD);
  ASSERT_TRUE(result.fft_s);
  EXPECT_DOUBLE_EQ(result.fft_s->max, 0.5);
  EXPECT_DOUBLE_EQ(result.fft_s->mean, 0.5 / world_size());
}

TEST(ProfileReduce, no_fftw_call_anywhere_leaves_fft_unknown) {
  Totals totals = of_this_rank();
  totals.fft_calls = 0;
  totals.fft_seconds = 0;
  const Breakdown result = reduce(totals, 2, MPI_COMM_WORLD);
  EXPECT_FALSE(result.fft_s);
  EXPECT_FALSE(result.reorder_s);
  EXPECT_DOUBLE_EQ(result.local_s->max, 9.5);
}

TEST(ProfileReduce, mpi_in_an_fft_of_one_rank_leaves_all_unknown) {
  Totals totals = of_this_rank();
  totals.fft_contains_mpi = world_rank() == world_size() - 1;
  const Breakdown result = reduce(totals, 2, MPI_COMM_WORLD);
  EXPECT_FALSE(result.fft_s);
  EXPECT_FALSE(result.reorder_s);
  EXPECT_DOUBLE_EQ(result.fft_calls, 3.0 * world_size());
}

TEST(ProfileReduce, ffts_that_one_rank_hides_leave_fft_and_reorder_unknown) {
  const Visible visible{world_rank() != 0, true};
  const Breakdown result = reduce(of_this_rank(), 2, MPI_COMM_WORLD, visible);
  EXPECT_FALSE(result.fft_s);
  EXPECT_FALSE(result.reorder_s);
  EXPECT_TRUE(result.exchange_s && result.local_s && result.exchange_bytes);
}

TEST(ProfileReduce, an_exchange_that_one_rank_hides_is_unknown_and_not_zero) {
  const Visible visible{true, world_rank() != 0};
  const Breakdown result = reduce(of_this_rank(), 2, MPI_COMM_WORLD, visible);
  EXPECT_TRUE(result.fft_s);
  EXPECT_FALSE(result.exchange_s);
  EXPECT_FALSE(result.local_s);
  EXPECT_FALSE(result.reorder_s);
  EXPECT_FALSE(result.exchange_bytes);
  EXPECT_EQ(result.mpi.size(), 2u) << "what was called stays";
}

TEST(ProfileReduce, what_is_declared_adds_up_to_the_wall_time) {
  Phases phases;
  phases.fft = 8.0;
  phases.exchange = 2.0 * world_rank();
  const Breakdown result = reduce(of_this_rank(), 2, MPI_COMM_WORLD, {}, phases);
  ASSERT_TRUE(result.declared_s);
  const Declared& declared = *result.declared_s;
  ASSERT_TRUE(declared.fft && declared.exchange);
  EXPECT_DOUBLE_EQ(declared.fft->mean, 4);
  EXPECT_DOUBLE_EQ(declared.exchange->max, world_size() - 1);
  EXPECT_FALSE(declared.pack || declared.unpack || declared.scale);
  EXPECT_DOUBLE_EQ(declared.fft->mean + declared.exchange->mean + declared.other.mean,
                   result.wall_s.mean);
}

TEST(ProfileReduce, what_one_rank_does_not_declare_is_unknown) {
  Phases phases;
  phases.fft = 1.0;
  if (world_rank() > 0) phases.pack = 1.0;
  const auto some = reduce(of_this_rank(), 2, MPI_COMM_WORLD, {}, phases).declared_s;
  ASSERT_TRUE(some);
  EXPECT_TRUE(some->fft);
  EXPECT_FALSE(some->pack);
  const std::optional<Phases> told =
      world_rank() == 0 ? std::nullopt : std::optional<Phases>(phases);
  EXPECT_FALSE(reduce(of_this_rank(), 2, MPI_COMM_WORLD, {}, told).declared_s);
}

TEST(Phases, only_what_both_tell_is_added) {
  Phases sum{1.0, 2.0, {}, {}, {}};
  sum += Phases{3.0, {}, 4.0, {}, {}};
  EXPECT_EQ(sum.fft, 4.0);
  EXPECT_FALSE(sum.pack || sum.exchange);
}

}  // namespace
}  // namespace fftbench::profile
