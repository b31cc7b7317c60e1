/// What collective operations count, against formulas. Made for any number of ranks.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "profile_recording.hpp"
#include "uneven_alltoall.hpp"

#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

namespace fftbench::profile {
namespace {

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

}  // namespace
}  // namespace fftbench::profile
