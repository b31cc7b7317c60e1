#include "engine/communicators.hpp"

#include <algorithm>
#include <map>

#include "engine/routes.hpp"
#include "options/fingerprint.hpp"
#include "run/cores.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

int lowest_thread_level(const Communicator& all) {
  int level = MPI_THREAD_SINGLE;
  check_mpi(MPI_Query_thread(&level), "asking for the thread level");
  return static_cast<int>(-maximum(all, Index{-level}));
}

/// Those in which a plan exchanges anything.
std::vector<Comm> exchanging_parts(const Setup& setup) {
  std::vector<Comm> comms;
  const Decomposition d = forward_decomposition(setup.geometry, setup.options.order);
  for (const ExchangeShape& exchange : d.exchanges) {
    const bool known = std::find(comms.begin(), comms.end(), exchange.comm) != comms.end();
    if (!known) comms.push_back(exchange.comm);
  }
  return comms;
}

/// Of my node in a sub-communicator of this kind. `leader`: a number of the node.
ExchangeNodes nodes_of(const Communicator& part, int leader) {
  std::vector<int> leaders(static_cast<std::size_t>(part.size()));
  check_mpi(MPI_Allgather(&leader, 1, MPI_INT, leaders.data(), 1, MPI_INT, part.get()),
            "finding the nodes of an exchange");
  ExchangeNodes nodes{};
  std::map<int, std::size_t> known;
  for (int rank = 0; rank < part.size(); ++rank) {
    const std::size_t node = known.try_emplace(leaders[rank], known.size()).first->second;
    nodes.ranks.resize(known.size());
    if (rank == part.rank()) {
      nodes.mine = node;
      nodes.me = nodes.ranks[node].size();
    }
    nodes.ranks[node].push_back(rank);
  }
  return nodes;
}

/// Of my part of the memory in which a node joins the messages of a sub-communicator.
std::size_t joined_bytes(const Setup& setup, Comm comm, const ExchangeNodes& nodes) {
  std::size_t bytes = 1;  // or there would be nothing to share
  for (const Route& route : all_routes(setup)) {
    for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
      const ExchangeShape& shape = route.exchanges[e].shape;
      if (shape.comm != comm) continue;
      const std::size_t each = element_bytes(shape.element, real_bytes(setup.problem.precision));
      for (int group = 0; group < route.groups; ++group) {
        const JoinedLayout layout(route, e, group, setup.geometry, nodes);
        bytes = std::max(bytes, static_cast<std::size_t>(layout.size) * each);
      }
    }
  }
  return bytes;
}

NodeOfExchange node_to_join(const Setup& setup, Comm comm, const Communicator& all, int leader) {
  const Communicator part =
      Communicator::split(all, part_of(setup.geometry, comm), rank_in(setup.geometry, comm));
  ExchangeNodes nodes = nodes_of(part, leader);
  Communicator ranks = Communicator::split(part, leader, part.rank());
  const std::size_t bytes = joined_bytes(setup, comm, nodes);
  return {std::move(nodes), std::move(ranks), bytes};
}

}  // namespace

Communicator duplicate_checked(const Problem& problem, const Options& options, MPI_Comm comm) {
  Communicator all = Communicator::duplicate(comm);
  if (!same_everywhere(all, fingerprint(problem, options))) {
    throw ArgumentError("problem or options differ between ranks: pass the same ones everywhere");
  }
  check_arguments(problem, options, all.size());
  return all;
}

bool has_whole_job(const Communicator& all) {
  int result = MPI_UNEQUAL;
  check_mpi(MPI_Comm_compare(all.get(), MPI_COMM_WORLD, &result), "comparing communicators");
  return result == MPI_CONGRUENT || result == MPI_SIMILAR;
}

Facts gather_facts(const Communicator& all, const Communicator& node) {
  Facts facts;
  facts.rank = all.rank();
  facts.ranks = all.size();
  facts.ranks_per_node = static_cast<int>(maximum(all, Index{node.size()}));
  facts.node_ranks = ranks_in(node, all);
  facts.thread_level = lowest_thread_level(all);
  const auto mine = static_cast<Index>(allowed_processors().size());
  facts.processors = static_cast<int>(-maximum(all, -mine));
  return facts;
}

std::optional<SharedBuffers> share_buffers(const Setup& setup, const Communicator& all,
                                           const Communicator& node, std::string& obstacle) {
  if (setup.options.exchange != Exchange::shared) return std::nullopt;
  std::string reason = "the ranks of another node can't share memory";
  const std::array<std::size_t, kWorkBuffers> bytes = buffer_bytes(setup);
  std::optional<SharedBuffers> shared =
      SharedBuffers::create(node, {bytes[0], bytes[1]}, setup.options.message_groups, reason);
  if (maximum(all, Index{shared ? 0 : 1}) == 0) return shared;
  obstacle = reason;
  return std::nullopt;
}

JoinedNodes nodes_to_join(const Setup& setup, const Communicator& all, const Facts& facts) {
  JoinedNodes nodes;
  if (setup.options.exchange != Exchange::joined) return nodes;
  for (const Comm comm : exchanging_parts(setup)) {
    nodes[static_cast<std::size_t>(comm)] =
        node_to_join(setup, comm, all, facts.node_ranks.front());
  }
  return nodes;
}

void share_joined(JoinedNodes& nodes, const Communicator& all, std::string& obstacle) {
  std::string reason = "the ranks of another node can't share memory";
  bool joins = false, well = true;
  for (std::optional<NodeOfExchange>& node : nodes) {
    if (!node) continue;
    joins = true;
    std::optional<SharedMemory> memory = SharedMemory::create(node->ranks, node->bytes, reason);
    well = well && memory;
    if (memory) node->memory = std::move(*memory);
  }
  if (!joins || maximum(all, Index{well ? 0 : 1}) == 0) return;
  obstacle = reason;
  nodes = {};
}

std::vector<Comm> called_parts(const Setup& setup) {
  const bool calls = collective_of_mpi(setup.options.exchange);
  return calls ? exchanging_parts(setup) : std::vector<Comm>{};
}

Communicators make_communicators(Communicator all, const Geometry& geometry,
                                 const std::vector<Comm>& parts) {
  Communicators made;
  made.messages = std::make_shared<Communicator>(Communicator::duplicate(all.get()));
  for (const Comm comm : parts) {
    made.parts[static_cast<std::size_t>(comm)] =
        Communicator::split(all, part_of(geometry, comm), rank_in(geometry, comm));
  }
  made.all = std::move(all);
  return made;
}

}  // namespace taskfft
