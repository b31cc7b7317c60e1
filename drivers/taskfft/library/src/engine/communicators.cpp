#include "engine/communicators.hpp"

#include <algorithm>

#include "options/fingerprint.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

int lowest_thread_level(const Communicator& all) {
  int level = MPI_THREAD_SINGLE;
  check_mpi(MPI_Query_thread(&level), "asking for the thread level");
  return static_cast<int>(-maximum(all, Index{-level}));
}

}  // namespace

Communicator duplicate_checked(const Problem& problem, const Options& options, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) throw ArgumentError("the communicator is MPI_COMM_NULL");
  int between_groups = 0;
  check_mpi(MPI_Comm_test_inter(comm, &between_groups), "asking for the kind of communicator");
  if (between_groups != 0) {
    throw ArgumentError(
        "the communicator is an intercommunicator: merge it with "
        "MPI_Intercomm_merge, or pass one of a single group");
  }
  Communicator all = Communicator::duplicate(comm);
  if (!same_everywhere(all, fingerprint(problem, options))) {
    throw ArgumentError("problem or options differ between ranks: pass the same ones everywhere");
  }
  check_arguments(problem, options, all.size());
  return all;
}

Facts gather_facts(const Communicator& all, const Communicator& node) {
  Facts facts;
  facts.rank = all.rank();
  facts.ranks = all.size();
  facts.ranks_per_node = static_cast<int>(maximum(all, Index{node.size()}));
  facts.node_ranks = ranks_in(node, all);
  facts.thread_level = lowest_thread_level(all);
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

std::vector<Comm> called_parts(const Setup& setup) {
  std::vector<Comm> comms;
  if (!collective(setup.options.exchange)) return comms;
  const Decomposition d = forward_decomposition(setup.geometry, setup.options.order);
  for (const ExchangeShape& exchange : d.exchanges) {
    const bool known = std::find(comms.begin(), comms.end(), exchange.comm) != comms.end();
    if (!known) comms.push_back(exchange.comm);
  }
  return comms;
}

Communicators make_communicators(Communicator all, const Geometry& geometry,
                                 const std::vector<Comm>& parts) {
  Communicators made;
  made.messages = Communicator::duplicate(all.get());
  for (const Comm comm : parts) {
    made.parts[static_cast<std::size_t>(comm)] =
        Communicator::split(all, part_of(geometry, comm), rank_in(geometry, comm));
  }
  made.all = std::move(all);
  return made;
}

}  // namespace taskfft
