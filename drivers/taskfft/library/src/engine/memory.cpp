#include "engine/memory.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "engine/routes.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

std::string gigabytes(std::uint64_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f GiB", static_cast<double>(bytes) / (1U << 30U));
  return text.data();
}

std::string shortage(const std::string& what, std::uint64_t needed, const std::string& where,
                     std::uint64_t left) {
  if (needed <= left) return "";
  return what + " need " + gigabytes(needed) + " of memory " + where + ", where only " +
         gigabytes(left) + " are left: use more nodes, a smaller array or work_memory small";
}

/// The needs of the ranks in one control group, and what that has left.
struct Group {
  std::uint64_t needed = 0;
  std::uint64_t left = kUnlimited;
};

}  // namespace

RankMemory rank_memory(const MemoryNeed& need, const AvailableMemory& available) {
  RankMemory memory{need.more + need.reserved, available};
  std::uint64_t& addresses = memory.available.address_space;
  addresses += std::min(need.reserved, kUnlimited - addresses);
  return memory;
}

std::string memory_shortage(const std::vector<RankMemory>& node, const std::string& what) {
  Group all;
  std::map<std::uint64_t, Group> groups;
  std::string found;
  const auto note = [&found](const std::string& words) {
    if (found.empty()) found = words;
  };
  for (const RankMemory& rank : node) {
    Group& group = groups[rank.available.group_number];
    all.needed += rank.needed;
    group.needed += rank.needed;
    all.left = std::min(all.left, rank.available.node);
    group.left = std::min(group.left, rank.available.group);
    note(shortage(what, rank.needed, "in one process's address space (ulimit -v)",
                  rank.available.address_space));
  }
  note(shortage(what, all.needed, "on a node", all.left));
  for (const auto& [number, group] : groups) {
    note(shortage(what, group.needed, "in a control group (cgroup)", group.left));
  }
  return found;
}

void check_memory(const std::string& what, const MemoryNeed& mine, const Communicator& all,
                  const Communicator& node) {
  const RankMemory memory = rank_memory(mine, available_memory());
  std::vector<RankMemory> ranks(static_cast<std::size_t>(node.size()));
  check_mpi(MPI_Allgather(&memory, sizeof(memory), MPI_BYTE, ranks.data(), sizeof(memory), MPI_BYTE,
                          node.get()),
            "comparing memory");
  on_all_ranks(all, "", [&] {
    const std::string words = memory_shortage(ranks, what);
    if (!words.empty()) throw ResourceError(words);
  });
}

void check_memory(const Setup& setup, bool borrowed, const JoinedNodes& joined,
                  const Communicator& all, const Communicator& node) {
  const bool joins = std::ranges::any_of(joined, [](const auto& each) { return each.has_value(); });
  if (borrowed && !joins) return;
  MemoryNeed mine;
  if (!borrowed) {
    const std::array<std::size_t, kWorkBuffers> bytes = buffer_bytes(setup);
    mine.more = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  }
  for (const auto& each : joined) mine.more += each ? each->bytes : 0;
  check_memory("the plan's work buffers", mine, all, node);
}

}  // namespace taskfft
