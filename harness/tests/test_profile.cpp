/// Which calls are recorded, and when. Made for any number of ranks.

#include <algorithm>
#include <chrono>
#include <fftbench/error.hpp>
#include <thread>
#include <vector>

#include "profile_recording.hpp"
#include "uneven_alltoall.hpp"

extern "C" int library_alltoallv(const double*, const int*, double*, const int*, const int*);
extern "C" int library_pmpi_barrier();

namespace fftbench::profile {
namespace {

TEST(ProfileMpi, sees_calls_of_shared_libraries) {
  Uneven data;
  const Totals totals = record([&] {
    library_alltoallv(data.send.data(), data.counts.data(), data.receive.data(),
                      data.received.data(), data.displacements.data());
  });
  expect_only(totals, "MPI_Alltoallv", 1, data.bytes, world_size() - 1);
  expect_only(record([] { library_pmpi_barrier(); }), "MPI_Barrier", 1, 0, 0);
}

/// MPI calling MPI: what copies an attribute runs inside of MPI_Comm_dup.
int call_mpi(MPI_Comm, int, void*, void*, void*, int* flag) {
  int value = 1;
  int sum = 0;
  *flag = 0;
  return MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

TEST(ProfileMpi, calls_inside_of_mpi_belong_to_the_outermost) {
  MPI_Comm original;
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_SELF, &original);
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(call_mpi, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
  MPI_Comm_set_attr(original, key, nullptr);
  const Totals totals = record([&] { MPI_Comm_dup(original, &copy); });
  MPI_Comm_free(&copy);
  MPI_Comm_free(&original);
  MPI_Comm_free_keyval(&key);
  expect_only(totals, "MPI_Comm_dup", 1, 0, 0);
}

TEST(ProfileMpi, records_between_begin_and_end_only) {
  MPI_Barrier(MPI_COMM_WORLD);
  const Totals empty = record([] {});
  EXPECT_TRUE(empty.mpi.empty());
  EXPECT_EQ(empty.exchange_seconds, 0.0);
  EXPECT_THROW(end(), Error);

  begin();
  MPI_Barrier(MPI_COMM_WORLD);
  begin();
  EXPECT_TRUE(end().mpi.empty()) << "begin starts from nothing";
}

TEST(ProfileMpi, other_threads_pass_through_uncounted) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_SERIALIZED) GTEST_SKIP() << "MPI allows no calls on other threads";
  const Totals totals = record([] {
    std::thread([] { MPI_Barrier(MPI_COMM_WORLD); }).join();
    MPI_Barrier(MPI_COMM_WORLD);
  });
  expect_only(totals, "MPI_Barrier", 1, 0, 0);
}

/// What was recorded while the last rank slept before it met the first.
Totals waited_for(std::chrono::milliseconds sleep) {
  const int last = world_size() - 1;
  double value = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  return record([&] {
    if (world_rank() == last) std::this_thread::sleep_for(sleep);
    if (world_rank() == 0 || world_rank() == last) {
      const int peer = last - world_rank();
      MPI_Sendrecv_replace(&value, 1, MPI_DOUBLE, peer, 0, peer, 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    }
  });
}

/// A busy machine may hold up the first rank until the last is awake, but not every time.
TEST(ProfileMpi, waiting_for_a_late_rank_is_exchange) {
  if (world_size() == 1) GTEST_SKIP() << "needs another rank";
  constexpr std::chrono::milliseconds sleep(100);
  constexpr double asleep = std::chrono::duration<double>(sleep).count();
  double longest = 0;
  for (int attempt = 0; attempt < 10; ++attempt) {
    const Totals totals = waited_for(sleep);
    longest = std::max(longest, totals.exchange_seconds);
    if (world_rank() == world_size() - 1) {
      EXPECT_LE(totals.exchange_seconds, totals.wall_seconds - asleep) << "sleep is no exchange";
    }
  }
  if (world_rank() == 0) {
    EXPECT_GE(longest, 0.5 * asleep);
  }
}

}  // namespace
}  // namespace fftbench::profile
