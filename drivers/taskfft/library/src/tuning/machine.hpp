#pragma once

#include "support/mpi_support.hpp"

namespace taskfft {

/// What a message takes: latency + bytes / bytes_per_second (R. W. Hockney, The communication
/// challenge for MPP, Parallel Computing 20, 1994: its r_inf and t_0; often alpha and 1 / beta).
struct Link {
  double latency;  ///< seconds
  double bytes_per_second;
};

/// Where a plan's ranks run, as far as it decides on settings.
struct Machine {
  int ranks;
  int ranks_per_node;  ///< the most on any
  Link node;           ///< between two ranks of a node
  Link network;        ///< between two nodes
};

/// Collective: both links measured by ping-pong, from the first rank to the nearest rank on its
/// node and to the nearest on another, in some milliseconds. A link that nothing crosses is as the
/// other.
Machine measure_machine(const Communicator& all, const Communicator& node);

}  // namespace taskfft
