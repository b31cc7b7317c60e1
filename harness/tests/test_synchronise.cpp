/// Clocks of different ranks, and what the environment gathers from them.

#include "measure/synchronise.hpp"

#include <array>
#include <fftbench/affinity.hpp>
#include <numeric>

#include "measure/core_to_core.hpp"
#include "measure/links.hpp"
#include "run/environment.hpp"
#include "world.hpp"

namespace fftbench {
namespace {

/// As if every rank's machine had been started at another time.
class ShiftedClock : public Clock {
 public:
  double now() override { return steady_.now() + 1000.0 * world_rank(); }

 private:
  SteadyClock steady_;
};

/// The ranks of this test share one machine and so one true clock.
TEST(ClockOffset, is_found_within_the_round_trip) {
  ShiftedClock clock;
  SteadyClock steady;
  const double before = steady.now();
  const double offset = clock_offset(MPI_COMM_WORLD, clock);
  double round_trips = steady.now() - before;
  MPI_Allreduce(MPI_IN_PLACE, &round_trips, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  EXPECT_NEAR(offset, -1000.0 * world_rank(), round_trips);
  EXPECT_LT(round_trips, 100.0);
}

TEST(StartSkew, is_the_same_everywhere_and_free_of_the_shift) {
  ShiftedClock clock;
  const double skew = start_skew(MPI_COMM_WORLD, clock);
  EXPECT_GE(skew, 0.0);
  EXPECT_LT(skew, 100.0);
  double of_root = skew;
  MPI_Bcast(&of_root, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  EXPECT_EQ(skew, of_root);
  if (world_size() == 1) {
    EXPECT_EQ(skew, 0.0);
  }
}

TEST(Link, is_the_same_on_both_ranks) {
  if (world_size() == 1) return;
  ShiftedClock clock;
  const int last = world_size() - 1;
  if (world_rank() != 0 && world_rank() != last) return;
  const Link link = measure_link(MPI_COMM_WORLD, 0, last, clock);
  EXPECT_GT(link.latency_s, 0.0);
  EXPECT_LT(link.latency_s, 1.0);
  EXPECT_GT(link.bytes_per_s, 1e3);
  std::array<double, 2> other{link.latency_s, link.bytes_per_s};
  MPI_Sendrecv_replace(other.data(), 2, MPI_DOUBLE, last - world_rank(), 0, last - world_rank(), 0,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(other[0], link.latency_s);
  EXPECT_EQ(other[1], link.bytes_per_s);
}

/// Passes of a cache line take 20 ns to a microsecond; only what has waited for a processor can
/// take longer, so nothing is said of that.
TEST(CoreToCore, is_told_by_the_first_rank_of_the_node_where_there_are_two_processors) {
  SteadyClock clock;
  CoreToCore core_to_core(MPI_COMM_WORLD, clock);
  const bool ranks = world_size() > 1, threads = process_cpus().size() > 1;
  for (int again = 0; again < 3; ++again) {
    EXPECT_EQ(core_to_core(1).has_value(), ranks && world_rank() == 0);
    const auto seconds = core_to_core(2);
    EXPECT_EQ(seconds.has_value(), world_rank() == 0 && (ranks || threads));
    if (seconds) {
      EXPECT_GT(*seconds, 1e-9);
    }
  }
}

int ranks_in(const nlohmann::json& entries) {
  return std::accumulate(entries.begin(), entries.end(), 0, [](int sum, const auto& entry) {
    return sum + entry["ranks"].template get<int>();
  });
}

TEST(Environment, is_gathered_from_all_ranks_on_rank_0) {
  SteadyClock clock;
  setenv("FFTBENCH_TEST_SIZE", "3", 1);
  setenv("FFTBENCH_TESTS", "4", 1);
  const nlohmann::json environment =
      observe_environment(MPI_COMM_WORLD, clock, {"FFTBENCH_TEST_"}).record;
  if (world_rank() != 0) {
    EXPECT_TRUE(environment.is_null());
    return;
  }
  EXPECT_EQ(ranks_in(environment["hosts"]), world_size());
  EXPECT_EQ(ranks_in(environment["bindings"]), world_size());
  EXPECT_TRUE(environment["instruction_sets"].is_array());
  EXPECT_TRUE(environment.contains("fftw"));
  EXPECT_FALSE(environment["mpi"]["library"].get<std::string>().empty());
  EXPECT_GT(environment["clock"]["resolution_s"].get<double>(), 0.0);
  EXPECT_EQ(environment["clock"]["synchronisation"], "barrier");
  EXPECT_EQ(environment["links"].size(), world_size() > 1 ? 1U : 0U);
  for (const auto& link : environment["links"]) EXPECT_EQ(link["distance"], "node");
  EXPECT_EQ(environment["variables"]["FFTBENCH_TEST_SIZE"], "3");
  EXPECT_FALSE(environment["variables"].contains("FFTBENCH_TESTS"));
  EXPECT_FALSE(environment["build"]["compiler"].get<std::string>().empty());
}

}  // namespace
}  // namespace fftbench
