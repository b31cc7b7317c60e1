#pragma once
/// What tuning knows of the machine: its nodes, and what a message costs.

#include "support/mpi_support.hpp"

namespace taskfft {

/// The time of a message: latency + bytes / bytes_per_second (R. W. Hockney, The communication
/// challenge for MPP, Parallel Computing 20, 1994: its r_inf and t_0; often alpha and 1 / beta).
struct Link {
  double latency;  ///< seconds
  double bytes_per_second;
};

/// Where the ranks of a plan run.
struct Machine {
  int ranks;
  int ranks_per_node;  ///< the most on any node
  Link node;           ///< between two ranks of a node
  Link network;        ///< between two nodes
};

/// Collective: measures both links by ping-pong, between the first rank and the nearest rank on its
/// node, and the nearest on another node, in some milliseconds. A link that no ranks share is taken
/// to be like the other.
Machine measure_machine(const Communicator& all, const Communicator& node);

}  // namespace taskfft
