#include "tuning/machine.hpp"

#include <algorithm>
#include <array>

#include "support/timing.hpp"

namespace taskfft {
namespace {

/// Seconds from the first rank to a partner: half of the shortest of a few round trips.
double one_way(const Communicator& all, int partner, int bytes) {
  double least = kNever;
  const int me = all.rank();
  std::vector<std::byte> message(static_cast<std::size_t>(bytes));
  const auto send = [&](int to) {
    check_mpi(MPI_Send(message.data(), bytes, MPI_BYTE, to, 0, all.get()), "timing a message");
  };
  const auto receive = [&](int from) {
    check_mpi(MPI_Recv(message.data(), bytes, MPI_BYTE, from, 0, all.get(), MPI_STATUS_IGNORE),
              "timing a message");
  };
  constexpr int rounds = 5;
  for (int round = 0; round < rounds; ++round) {
    const Stopwatch watch;
    if (me == 0) {
      send(partner);
      receive(partner);
      least = std::min(least, watch.seconds() / 2);
    } else if (me == partner) {
      receive(0);
      send(0);
    }
  }
  check_mpi(MPI_Bcast(&least, 1, MPI_DOUBLE, 0, all.get()), "telling what a message takes");
  return least;
}

Link measure_link(const Communicator& all, int partner) {
  constexpr int small = 8;
  constexpr int large = 1 << 20;
  const double latency = one_way(all, partner, small);
  const double more = std::max(one_way(all, partner, large) - latency, 1e-9);
  return {latency, (large - small) / more};
}

}  // namespace

Machine measure_machine(const Communicator& all, const Communicator& node) {
  std::vector<int> neighbours = ranks_in(node, all);
  std::sort(neighbours.begin(), neighbours.end());
  std::array<int, 2> partners{-1, -1};  // the first rank's, on its node and on another
  if (neighbours.size() > 1) partners[0] = neighbours[1];
  int other = 0;
  for (const int rank : neighbours) other += rank == other ? 1 : 0;
  if (other < all.size()) partners[1] = other;
  check_mpi(MPI_Bcast(partners.data(), 2, MPI_INT, 0, all.get()), "choosing whom to time");
  Machine machine{all.size(), static_cast<int>(maximum(all, Index{node.size()})), {}, {}};
  const auto [near, far] = partners;
  if (near > 0) machine.node = measure_link(all, near);
  machine.network = far > 0 ? measure_link(all, far) : machine.node;
  if (near < 0) machine.node = machine.network;
  return machine;
}

}  // namespace taskfft
