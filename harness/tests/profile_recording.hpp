#pragma once
/// Shared by the tests of the profiling: run under mpirun, every rank runs every test.

#include <gtest/gtest.h>
#include <mpi.h>

#include <fftbench/profile.hpp>

namespace fftbench::profile {

inline int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// The ranks after and before this one, around.
inline int right() {
  return (world_rank() + 1) % world_size();
}
inline int left() {
  return (world_rank() + world_size() - 1) % world_size();
}

template <class Body>
Totals record(Body body) {
  begin();
  body();
  return end();
}

/// `totals` holds this function, called so often, sending so much, and no other function.
inline void expect_only(const Totals& totals, const std::string& name, std::int64_t calls,
                        std::int64_t bytes, std::int64_t messages) {
  ASSERT_EQ(totals.mpi.size(), 1u) << "not only " << name;
  ASSERT_EQ(totals.mpi.count(name), 1u) << totals.mpi.begin()->first << " instead of " << name;
  const Function& function = totals.mpi.at(name);
  EXPECT_EQ(function.calls, calls) << name;
  EXPECT_EQ(function.bytes, bytes) << name;
  EXPECT_EQ(function.messages, messages) << name;
  EXPECT_GE(function.seconds, 0.0);
  EXPECT_LE(totals.exchange_seconds, totals.wall_seconds);
}

}  // namespace fftbench::profile
