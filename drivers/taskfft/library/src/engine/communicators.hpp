#pragma once
/// The communicators of a plan, and what its ranks ask each other over them while it is made.

#include <mpi.h>

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "engine/setup.hpp"
#include "exchange/joined.hpp"
#include "exchange/shared_buffers.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// By Comm, where messages of a node are joined.
using JoinedNodes = std::array<std::optional<NodeOfExchange>, kComms>;

/// Messages go by ranks of all, so that only exchanges by collective calls need sub-communicators.
struct Communicators {
  Communicator all;                        ///< the caller's calls, and agreements
  std::shared_ptr<Communicator> messages;  ///< of exchanges and of the alarm
  std::array<Communicator, kComms> parts;  ///< by Comm; none where no exchange calls it
  JoinedNodes nodes;                       ///< none where nothing is joined
  /// After a failed run: what it has left under way stays where nobody listens.
  void keep() {
    all.keep();
    messages->keep();
    for (Communicator& part : parts) part.keep();
  }
};

/// Collective: a duplicate of the communicator, after a check that all ranks have the same
/// arguments and that these are possible. If not, throws ArgumentError on all ranks alike.
Communicator duplicate_checked(const Problem& problem, const Options& options, MPI_Comm comm);

/// Whether these are all ranks that the job was started with.
bool has_whole_job(const Communicator& all);

/// Collective: all facts except largest_count and sharing_obstacle, which depend on a first setup.
/// `node`: the ranks that share memory with this one.
Facts gather_facts(const Communicator& all, const Communicator& node);

/// Collective: memory for the send buffers that the ranks of a node share. None if the setup shares
/// none, or if any node of the plan can't; `obstacle` then says why.
std::optional<SharedBuffers> share_buffers(const Setup& setup, const Communicator& all,
                                           const Communicator& node, std::string& obstacle);

/// Collective: what the setup needs to join messages, but for the memory. None if it joins none.
JoinedNodes nodes_to_join(const Setup& setup, const Communicator& all, const Facts& facts);

/// Collective: the memory. None of the nodes are left if the ranks of any can't share it;
/// `obstacle` then says why.
void share_joined(JoinedNodes& nodes, const Communicator& all, std::string& obstacle);

/// Those in which the ranks of a plan make collective calls of MPI.
std::vector<Comm> called_parts(const Setup& setup);

/// Collective. `parts`: the sub-communicators that are needed.
Communicators make_communicators(Communicator all, const Geometry& geometry,
                                 const std::vector<Comm>& parts);

}  // namespace taskfft
