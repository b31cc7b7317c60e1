#pragma once
/// An exchange for tests of the profile, whose bytes a formula tells.

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "profile_recording.hpp"

namespace fftbench::profile {

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

}  // namespace fftbench::profile
