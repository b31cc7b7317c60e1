#include "measure/links.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace fftbench {
namespace {

constexpr int ping_tag = 73;
constexpr int round_trips = 10;  // the first of them may connect the two

/// Half the shortest of a few round trips: what is longer waited for something else.
double one_way(MPI_Comm comm, int partner, bool first, int bytes, Clock& clock) {
  std::vector<std::byte> message(bytes);
  double shortest = std::numeric_limits<double>::max();
  const auto send = [&] { MPI_Send(message.data(), bytes, MPI_BYTE, partner, ping_tag, comm); };
  const auto receive = [&] {
    MPI_Recv(message.data(), bytes, MPI_BYTE, partner, ping_tag, comm, MPI_STATUS_IGNORE);
  };
  for (int trip = 0; trip < round_trips; ++trip) {
    const double begin = clock.now();
    if (first) send();
    receive();
    if (!first) send();
    shortest = std::min(shortest, clock.now() - begin);
  }
  return 0.5 * shortest;
}

}  // namespace

Link measure_link(MPI_Comm comm, int one, int other, Clock& clock) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  const bool first = rank == one;
  const int partner = first ? other : one;
  const double latency = one_way(comm, partner, first, 0, clock);
  const double large = one_way(comm, partner, first, link_message_bytes, clock);
  const double sending = large > latency ? large - latency : large;
  std::array<double, 2> link{latency, link_message_bytes / sending};
  // The second rank's round trips begin with waiting: the first one's count.
  if (first) {
    MPI_Send(link.data(), 2, MPI_DOUBLE, partner, ping_tag, comm);
  } else {
    MPI_Recv(link.data(), 2, MPI_DOUBLE, partner, ping_tag, comm, MPI_STATUS_IGNORE);
  }
  return {link[0], link[1]};
}

}  // namespace fftbench
