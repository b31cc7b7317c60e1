// MPI's requests and datatypes: all that are started end, and all that are made are freed. This
// program's functions stand in front of MPI's and count.
#include <gtest/gtest.h>

#include <algorithm>

#include "bytes_sent.hpp"
#include "failing_waits.hpp"
#include "support.hpp"

namespace {

int started = 0;
int completed = 0;
int made = 0;
int freed = 0;

int count(int code, int& counter, int times = 1) {
  if (code == MPI_SUCCESS) counter += times;
  return code;
}

}  // namespace

extern "C" {

int MPI_Isend(const void* data, int n, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  int bytes = 0;
  PMPI_Type_size(type, &bytes);
  taskfft::testing_support::bytes_sent +=
      static_cast<std::size_t>(n) * static_cast<std::size_t>(bytes);
  return count(PMPI_Isend(data, n, type, peer, tag, comm, request), started);
}
int MPI_Irecv(void* data, int n, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return count(PMPI_Irecv(data, n, type, peer, tag, comm, request), started);
}
int MPI_Start(MPI_Request* request) {
  return count(PMPI_Start(request), started);
}
int MPI_Ialltoallv(const void* from, const int* sent, const int* from_offsets,
                   MPI_Datatype from_type, void* to, const int* received, const int* to_offsets,
                   MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  return count(PMPI_Ialltoallv(from, sent, from_offsets, from_type, to, received, to_offsets,
                               to_type, comm, request),
               started);
}
int MPI_Testsome(int n, MPI_Request* requests, int* found, int* which, MPI_Status* statuses) {
  const int code = PMPI_Testsome(n, requests, found, which, statuses);
  return count(code, completed, std::max(0, *found));
}
int MPI_Waitsome(int n, MPI_Request* requests, int* found, int* which, MPI_Status* statuses) {
  if (taskfft::testing_support::waits_fail) return MPI_ERR_OTHER;
  const int code = PMPI_Waitsome(n, requests, found, which, statuses);
  return count(code, completed, std::max(0, *found));
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return count(PMPI_Wait(request, status), completed);
}

int MPI_Send_init(const void* data, int n, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return count(PMPI_Send_init(data, n, type, peer, tag, comm, request), made);
}
int MPI_Recv_init(void* data, int n, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return count(PMPI_Recv_init(data, n, type, peer, tag, comm, request), made);
}
int MPI_Request_free(MPI_Request* request) {
  return count(PMPI_Request_free(request), freed);
}
int MPI_Type_dup(MPI_Datatype type, MPI_Datatype* copy) {
  return count(PMPI_Type_dup(type, copy), made);
}
int MPI_Type_create_hvector(int n, int length, MPI_Aint stride, MPI_Datatype inner,
                            MPI_Datatype* outer) {
  return count(PMPI_Type_create_hvector(n, length, stride, inner, outer), made);
}
int MPI_Type_create_hindexed_block(int n, int length, const MPI_Aint* places, MPI_Datatype inner,
                                   MPI_Datatype* outer) {
  return count(PMPI_Type_create_hindexed_block(n, length, places, inner, outer), made);
}
int MPI_Type_free(MPI_Datatype* type) {
  return count(PMPI_Type_free(type), freed);
}
}

namespace taskfft {
namespace {

using namespace testing_support;

TEST(Handles, all_that_are_started_end_and_all_that_are_made_are_freed) {
  Problem problem;
  problem.extents = {12, 9, 10};
  const std::vector<Complex> field = global_field(problem, 13);
  for (const auto& [exchange, packing] : all_ways()) {
    Options options;
    options.exchange = exchange;
    options.packing = packing;
    options.message_groups = 2;
    SCOPED_TRACE(describe(problem, options));
    started = completed = made = freed = 0;
    {
      Case<double> c(problem, options);
      c.fill_input(field);
      c.plan().commit(c.in(), c.out());  // once more: the first arrays' handles must go
      for (int repetition = 0; repetition < 3; ++repetition) {
        c.plan().forward();
        c.plan().backward();
      }
    }
    EXPECT_EQ(started, completed);
    EXPECT_EQ(made, freed);
    if (world_size() == 1) continue;
    constexpr int alarms = 1;  // a plan listens for failures as long as it lives
    EXPECT_EQ(started > alarms, !blocking(exchange) && exchange != Exchange::shared);
    EXPECT_EQ(made > 0, exchange == Exchange::persistent || packing == Packing::datatypes);
  }
}

}  // namespace
}  // namespace taskfft
