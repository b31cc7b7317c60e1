#pragma once
/// What tuning knows of the machine: its nodes, and what a message costs.

#include "engine/cost_model.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// Collective: measures both links by ping-pong, between the first rank and the nearest rank on its
/// node, and the nearest on another node, in some milliseconds. A link that no ranks share is taken
/// to be like the other.
Machine measure_machine(const Communicator& all, const Communicator& node);

}  // namespace taskfft
