/// What the program's own MPI functions count, against formulas. Made for any number of ranks.

#include "profile_recording.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fftbench/error.hpp>
#include <thread>
#include <vector>

#include "profile/sent.hpp"

#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

extern "C" int library_alltoallv(const double*, const int*, double*, const int*, const int*);
extern "C" int library_pmpi_barrier();

namespace fftbench::profile {
namespace {

constexpr std::int64_t real_size = sizeof(double);

/// An all-to-all in which rank `from` sends from + 2 to + 1 numbers to rank `to`.
struct Uneven {
  int ranks = world_size();
  std::vector<int> counts, received, displacements;
  std::vector<double> send, receive;
  std::int64_t bytes = 0;

  Uneven() {
    const int self = world_rank();
    for (int peer = 0; peer < ranks; ++peer) {
      counts.push_back(self + 2 * peer + 1);
      received.push_back(peer + 2 * self + 1);
      displacements.push_back(peer * (3 * ranks + 2));
      if (peer != self) bytes += real_size * (self + 2 * peer + 1);
    }
    const auto size = static_cast<std::size_t>(ranks * (3 * ranks + 2));
    send.resize(size);
    receive.resize(size);
  }
  int alltoallv() {
    return MPI_Alltoallv(send.data(), counts.data(), displacements.data(), MPI_DOUBLE,
                         receive.data(), received.data(), displacements.data(), MPI_DOUBLE,
                         MPI_COMM_WORLD);
  }
};

TEST(ProfileMpi, alltoallv_counts_other_ranks_only) {
  Uneven data;
  const Totals totals = record([&] {
    data.alltoallv();
    data.alltoallv();
  });
  expect_only(totals, "MPI_Alltoallv", 2, 2 * data.bytes, 2 * (world_size() - 1));
}

TEST(ProfileMpi, alltoallv_counts_no_message_to_ranks_that_get_nothing) {
  Uneven data;
  std::fill(data.counts.begin(), data.counts.end(), 0);
  std::fill(data.received.begin(), data.received.end(), 0);
  data.counts[static_cast<std::size_t>(right())] = 5;
  data.received[static_cast<std::size_t>(left())] = 5;
  const bool alone = world_size() == 1;
  const Totals totals = record([&] { data.alltoallv(); });
  expect_only(totals, "MPI_Alltoallv", 1, alone ? 0 : 5 * real_size, alone ? 0 : 1);
}

TEST(ProfileMpi, in_place_counts_what_is_received) {
  std::vector<double> data(static_cast<std::size_t>(3 * world_size()));
  const Totals totals = record([&] {
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data.data(), 3, MPI_DOUBLE, MPI_COMM_WORLD);
  });
  const int others = world_size() - 1;
  expect_only(totals, "MPI_Alltoall", 1, 3 * real_size * others, others);
}

TEST(ProfileMpi, alltoallw_takes_each_type) {
  const auto ranks = static_cast<std::size_t>(world_size());
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  const std::vector<MPI_Datatype> types(ranks, pair);
  const std::vector<int> counts(ranks, 3);
  std::vector<int> displacements;
  for (int peer = 0; peer < world_size(); ++peer) displacements.push_back(peer * 6 * 8);
  std::vector<double> send(6 * ranks);
  std::vector<double> receive(6 * ranks);
  const Totals totals = record([&] {
    MPI_Alltoallw(send.data(), counts.data(), displacements.data(), types.data(), receive.data(),
                  counts.data(), displacements.data(), types.data(), MPI_COMM_WORLD);
  });
  MPI_Type_free(&pair);
  const int others = world_size() - 1;
  expect_only(totals, "MPI_Alltoallw", 1, 6 * real_size * others, others);
}

TEST(ProfileMpi, nonblocking_messages_and_their_waiting) {
  std::vector<float> send(10);
  std::vector<float> receive(20);
  const Totals totals = record([&] {
    MPI_Request requests[4];
    MPI_Irecv(receive.data(), 10, MPI_FLOAT, left(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(receive.data() + 10, 10, MPI_FLOAT, world_rank(), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(send.data(), 10, MPI_FLOAT, right(), 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(send.data(), 10, MPI_FLOAT, world_rank(), 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  });
  const bool alone = world_size() == 1;
  EXPECT_EQ(totals.mpi.size(), 3u);
  EXPECT_EQ(totals.mpi.at("MPI_Irecv").calls, 2);
  EXPECT_EQ(totals.mpi.at("MPI_Irecv").bytes, 0);
  EXPECT_EQ(totals.mpi.at("MPI_Isend").calls, 2);
  EXPECT_EQ(totals.mpi.at("MPI_Isend").bytes, alone ? 0 : 40) << "the message to itself is none";
  EXPECT_EQ(totals.mpi.at("MPI_Isend").messages, alone ? 0 : 1);
  EXPECT_EQ(totals.mpi.at("MPI_Waitall").calls, 1);
}

TEST(ProfileMpi, messages_to_nobody_are_none) {
  double value = 0;
  const Totals totals = record([&] {
    MPI_Sendrecv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, &value, 1, MPI_DOUBLE, MPI_PROC_NULL, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  expect_only(totals, "MPI_Sendrecv", 1, 0, 0);
}

TEST(ProfileMpi, persistent_messages_count_at_each_start) {
  std::vector<double> send(7);
  std::vector<double> receive(7);
  MPI_Request requests[2];
  // Libraries make their requests while planning: before recording, and under whatever handle.
  MPI_Recv_init(receive.data(), 7, MPI_DOUBLE, left(), 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(send.data(), 7, MPI_DOUBLE, right(), 0, MPI_COMM_WORLD, &requests[1]);
  const Totals totals = record([&] {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Start(&requests[0]);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  });
  const std::int64_t messages = world_size() == 1 ? 0 : 1;
  EXPECT_EQ(totals.mpi.at("MPI_Startall"),
            (Function{1, totals.mpi.at("MPI_Startall").seconds, 56 * messages, messages}));
  EXPECT_EQ(totals.mpi.at("MPI_Start"),
            (Function{2, totals.mpi.at("MPI_Start").seconds, 56 * messages, messages}));
  EXPECT_EQ(totals.mpi.count("MPI_Send_init"), 0u);

  // The MPI library gives out a freed handle again, now for a shorter message.
  MPI_Request_free(&requests[1]);
  MPI_Send_init(send.data(), 3, MPI_DOUBLE, right(), 0, MPI_COMM_WORLD, &requests[1]);
  const Totals again = record([&] { MPI_Startall(2, requests); });
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (MPI_Request& request : requests) MPI_Request_free(&request);
  expect_only(again, "MPI_Startall", 1, 24 * messages, messages);
}

#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define FFTBENCH_ALLTOALLV_INIT MPI_Alltoallv_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define FFTBENCH_ALLTOALLV_INIT MPIX_Alltoallv_init
#endif

#ifdef FFTBENCH_ALLTOALLV_INIT
TEST(ProfileMpi, persistent_collectives_count_at_each_start) {
  Uneven data;
  MPI_Request request;
  FFTBENCH_ALLTOALLV_INIT(data.send.data(), data.counts.data(), data.displacements.data(),
                          MPI_DOUBLE, data.receive.data(), data.received.data(),
                          data.displacements.data(), MPI_DOUBLE, MPI_COMM_WORLD, MPI_INFO_NULL,
                          &request);
  const Totals totals = record([&] {
    for (int i = 0; i < 3; ++i) {
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  });
  MPI_Request_free(&request);
  EXPECT_EQ(totals.mpi.at("MPI_Start").bytes, 3 * data.bytes);
  EXPECT_EQ(totals.mpi.at("MPI_Start").messages, 3 * (world_size() - 1));
  EXPECT_EQ(totals.mpi.at("MPI_Wait").calls, 3);
}
#endif

TEST(ProfileMpi, collectives_count_what_must_leave_the_rank) {
  const std::int64_t others = world_size() - 1;
  const bool root = world_rank() == 0;
  double value = 1;
  std::vector<double> all(static_cast<std::size_t>(world_size()));
  const std::vector<int> ones(all.size(), 1);
  const MPI_Comm comm = MPI_COMM_WORLD;
  const auto check = [&](const char* name, std::int64_t sent, std::int64_t messages, auto body) {
    expect_only(record(body), name, 1, sent * real_size, messages);
  };
  check("MPI_Barrier", 0, 0, [&] { MPI_Barrier(comm); });
  check("MPI_Bcast", root ? others : 0, root ? others : 0,
        [&] { MPI_Bcast(&value, 1, MPI_DOUBLE, 0, comm); });
  check("MPI_Reduce", root ? 0 : 1, root ? 0 : 1,
        [&] { MPI_Reduce(&value, all.data(), 1, MPI_DOUBLE, MPI_SUM, 0, comm); });
  check("MPI_Allreduce", others > 0, others > 0,
        [&] { MPI_Allreduce(&value, all.data(), 1, MPI_DOUBLE, MPI_SUM, comm); });
  check("MPI_Reduce_scatter", others, others,
        [&] { MPI_Reduce_scatter(all.data(), &value, ones.data(), MPI_DOUBLE, MPI_SUM, comm); });
  check("MPI_Scan", world_rank() < others, world_rank() < others,
        [&] { MPI_Scan(&value, all.data(), 1, MPI_DOUBLE, MPI_SUM, comm); });
  check("MPI_Gather", root ? 0 : 1, root ? 0 : 1,
        [&] { MPI_Gather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, comm); });
  check("MPI_Scatter", root ? others : 0, root ? others : 0,
        [&] { MPI_Scatter(all.data(), 1, MPI_DOUBLE, &value, 1, MPI_DOUBLE, 0, comm); });
  check("MPI_Allgather", others, others,
        [&] { MPI_Allgather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, comm); });
  std::vector<int> places;
  for (int i = 0; i < world_size(); ++i) places.push_back(i);
  check("MPI_Allgatherv", others, others, [&] {
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), ones.data(), places.data(),
                   MPI_DOUBLE, comm);
  });
}

TEST(ProfileMpi, neighborhoods_count_neighbors) {
  const int dims[1] = {world_size()};
  for (const bool around : {true, false}) {
    const int periods[1] = {around};
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    std::vector<double> send(8);
    std::vector<double> receive(8);
    const Totals totals = record([&] {
      MPI_Neighbor_alltoall(send.data(), 4, MPI_DOUBLE, receive.data(), 4, MPI_DOUBLE, ring);
    });
    MPI_Comm_free(&ring);
    const bool first = world_rank() == 0;
    const bool last = world_rank() == world_size() - 1;
    const int neighbors = around ? (world_size() == 1 ? 0 : 2) : (first ? 0 : 1) + (last ? 0 : 1);
    expect_only(totals, "MPI_Neighbor_alltoall", 1, 4 * real_size * neighbors, neighbors);
  }
}

TEST(ProfileMpi, one_sided_accesses_count_at_the_caller) {
  if (world_size() == 1) GTEST_SKIP() << "OpenMPI 4 makes no window over a single rank";
  std::vector<double> memory(4);
  std::vector<double> local(4);
  MPI_Win window;
  MPI_Win_create(memory.data(), 32, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  const Totals totals = record([&] {
    MPI_Win_fence(0, window);
    MPI_Put(local.data(), 4, MPI_DOUBLE, right(), 0, 4, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Get(local.data(), 2, MPI_DOUBLE, world_rank(), 0, 2, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(local.data(), 1, MPI_DOUBLE, right(), 0, 1, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_fence(0, window);
  });
  MPI_Win_free(&window);
  EXPECT_EQ(totals.mpi.at("MPI_Win_fence").calls, 4);
  EXPECT_EQ(totals.mpi.at("MPI_Put").bytes, 32);
  EXPECT_EQ(totals.mpi.at("MPI_Put").messages, 1);
  EXPECT_EQ(totals.mpi.at("MPI_Get").bytes, 0) << "from itself";
  EXPECT_EQ(totals.mpi.at("MPI_Accumulate").bytes, 8);
}

TEST(ProfileMpi, bytes_have_64_bits) {
  if (world_size() == 1) GTEST_SKIP() << "needs another rank";
  const int count = 1 << 30;
  EXPECT_EQ(to_peer(nullptr, count, MPI_DOUBLE, right(), 0, MPI_COMM_WORLD).bytes,
            std::int64_t{1} << 33);
  MPI_Datatype large;
  MPI_Type_contiguous(count, MPI_DOUBLE, &large);
  EXPECT_EQ(to_peer(nullptr, 3, large, right(), 0, MPI_COMM_WORLD).bytes,
            3 * (std::int64_t{1} << 33));
  MPI_Type_free(&large);
}

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
