#pragma once
/// Whether the ranks of a node have memory for a plan together. Memory that processes share is
/// nobody's: where it runs out, the system ends others before those that took it.

#include <string>
#include <vector>

#include "engine/communicators.hpp"
#include "engine/setup.hpp"
#include "support/available_memory.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// What a rank would take, and what it could have.
struct RankMemory {
  std::uint64_t needed;
  AvailableMemory available;
};

/// What a rank is about to write to, in bytes.
struct MemoryNeed {
  std::uint64_t more = 0;      ///< that it will ask for
  std::uint64_t reserved = 0;  ///< that it has asked for, of its address space, and not written to
};
RankMemory rank_memory(const MemoryNeed& need, const AvailableMemory& available);

/// Why the ranks of a node can't all have what they need, in words; empty where they can. `what`
/// needs it, in the plural.
std::string memory_shortage(const std::vector<RankMemory>& node,
                            const std::string& what = "the plan's work buffers");

/// Collective. Throws ResourceError, on all ranks, where any node has too little memory.
void check_memory(const std::string& what, const MemoryNeed& mine, const Communicator& all,
                  const Communicator& node);

/// The same for the work buffers that this setup needs, unless they are borrowed, and for joining
/// messages.
void check_memory(const Setup& setup, bool borrowed, const JoinedNodes& joined,
                  const Communicator& all, const Communicator& node);

}  // namespace taskfft
