/// What messages between two ranks count, and accesses to another's memory. Made for any number of
/// ranks.

#include <cstdint>
#include <vector>

#include "profile/sent.hpp"
#include "profile_recording.hpp"

namespace fftbench::profile {
namespace {

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

}  // namespace
}  // namespace fftbench::profile
