/// Calls as Fortran makes them: through mpif.h's and mpi_f08's entry points, found in the MPI
/// library's Fortran bindings where they are installed, with integer handles and all arguments by
/// address.

#include <dlfcn.h>

#include <string>
#include <vector>

#include "profile_recording.hpp"

namespace fftbench::profile {
namespace {

template <class Function>
Function* symbol(void* library, const char* name) {
  return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
}

void* open_any(const std::vector<const char*>& names) {
  for (const char* name : names) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_GLOBAL)) return library;
  }
  return nullptr;
}

#if defined(OPEN_MPI)
void* bindings() {
  return open_any({"libmpi_mpifh.so", "libmpi_mpifh.so.40"});
}
void* bindings_f08() {
  return open_any({"libmpi_usempif08.so", "libmpi_usempif08.so.40"});
}
const char* const alltoallv_f08 = "mpi_alltoallv_f08_";
#else
void* bindings() {
  return open_any({"libmpichfort.so", "libmpichfort.so.12", "libmpifort.so", "libmpifort.so.12"});
}
#endif

using Alltoallv = void(void* send, const MPI_Fint* counts, const MPI_Fint* displacements,
                       const MPI_Fint* type, void* receive, const MPI_Fint* received,
                       const MPI_Fint* received_displacements, const MPI_Fint* received_type,
                       const MPI_Fint* comm, MPI_Fint* error);
using SendInit = void(void* buffer, const MPI_Fint* count, const MPI_Fint* type,
                      const MPI_Fint* peer, const MPI_Fint* tag, const MPI_Fint* comm,
                      MPI_Fint* request, MPI_Fint* error);
using Startall = void(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* error);
using Waitall = void(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* statuses,
                     MPI_Fint* error);

/// Rank r sends r + 1 numbers to each rank.
struct Exchange {
  MPI_Fint type = MPI_Type_c2f(MPI_DOUBLE);
  MPI_Fint comm = MPI_Comm_c2f(MPI_COMM_WORLD);
  MPI_Fint error = -1;
  std::vector<MPI_Fint> counts, received, displacements;
  std::vector<double> send, receive;
  std::int64_t others = world_size() - 1;
  std::int64_t bytes = 8 * (world_rank() + 1) * others;

  Exchange() {
    for (int peer = 0; peer < world_size(); ++peer) {
      counts.push_back(world_rank() + 1);
      received.push_back(peer + 1);
      displacements.push_back(peer * world_size());
    }
    send.resize(static_cast<std::size_t>(world_size() * world_size()), world_rank());
    receive.resize(send.size(), -1);
  }
  void run(Alltoallv* alltoallv, void* from, MPI_Fint* status) {
    alltoallv(from, counts.data(), displacements.data(), &type, receive.data(), received.data(),
              displacements.data(), &type, &comm, status);
  }
};

TEST(ProfileFortran, calls_are_counted_once) {
  auto* alltoallv = symbol<Alltoallv>(bindings(), "mpi_alltoallv_");
  if (!alltoallv) GTEST_SKIP() << "no Fortran bindings of MPI";
  Exchange data;
  const Totals totals = record([&] { data.run(alltoallv, data.send.data(), &data.error); });
  EXPECT_EQ(data.error, MPI_SUCCESS);
  EXPECT_EQ(data.receive.at(static_cast<std::size_t>((world_size() - 1) * world_size())),
            world_size() - 1);
  expect_only(totals, "MPI_Alltoallv", 1, data.bytes, data.others);
}

TEST(ProfileFortran, persistent_requests_keep_their_bytes) {
  auto* send_init = symbol<SendInit>(bindings(), "mpi_send_init_");
  auto* recv_init = symbol<SendInit>(bindings(), "mpi_recv_init_");
  auto* startall = symbol<Startall>(bindings(), "mpi_startall_");
  auto* waitall = symbol<Waitall>(bindings(), "mpi_waitall_");
  if (!send_init || !recv_init || !startall || !waitall) {
    GTEST_SKIP() << "no Fortran bindings of MPI";
  }
  Exchange data;
  const MPI_Fint count = 5, tag = 0, two = 2, to = right(), from = left();
  std::vector<double> numbers(10);
  MPI_Fint requests[2];
  std::vector<MPI_Fint> statuses(2 * sizeof(MPI_Status) / sizeof(MPI_Fint));
  recv_init(numbers.data(), &count, &data.type, &from, &tag, &data.comm, &requests[0], &data.error);
  send_init(numbers.data() + 5, &count, &data.type, &to, &tag, &data.comm, &requests[1],
            &data.error);
  const Totals totals = record([&] {
    startall(&two, requests, &data.error);
    waitall(&two, requests, statuses.data(), &data.error);
  });
  EXPECT_EQ(totals.mpi.at("MPI_Startall").bytes, world_size() == 1 ? 0 : 40);
  EXPECT_EQ(totals.mpi.at("MPI_Waitall").calls, 1);
  for (const MPI_Fint handle : requests) {
    MPI_Request request = MPI_Request_f2c(handle);
    MPI_Request_free(&request);
  }
}

#if defined(OPEN_MPI)
TEST(ProfileFortran, in_place_is_recognised) {
  auto* alltoallv = symbol<Alltoallv>(bindings(), "mpi_alltoallv_");
  void* in_place = symbol<void>(bindings(), "mpi_fortran_in_place_");
  if (!alltoallv || !in_place) GTEST_SKIP() << "no Fortran bindings of MPI";
  Exchange data;
  data.received = std::vector<MPI_Fint>(data.received.size(), 1);
  const Totals totals = record([&] { data.run(alltoallv, in_place, &data.error); });
  expect_only(totals, "MPI_Alltoallv", 1, 8 * data.others, data.others);
}

TEST(ProfileFortran, calls_of_mpi_f08_are_counted_once) {
  auto* alltoallv = symbol<Alltoallv>(bindings_f08(), alltoallv_f08);
  if (!alltoallv) GTEST_SKIP() << "no mpi_f08 bindings of MPI";
  Exchange data;
  const Totals totals = record([&] { data.run(alltoallv, data.send.data(), nullptr); });
  expect_only(totals, "MPI_Alltoallv", 1, data.bytes, data.others);
}
#endif

}  // namespace
}  // namespace fftbench::profile
