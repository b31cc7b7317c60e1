#pragma once
/// An exchange in which all that the ranks of a node send to those of another is one message.

#include "exchange/collectives.hpp"
#include "exchange/shared_memory.hpp"

namespace taskfft {

/// The ranks of an exchange, node by node.
struct ExchangeNodes {
  std::vector<std::vector<int>> ranks;  ///< of each node, as ranks of the exchange, ascending
  std::size_t mine;                     ///< my node
  std::size_t me;                       ///< my place among its ranks
};

/// Where the blocks of one message group lie in the memory that the ranks of my node share. For
/// each node there is a message, the blocks of its ranks one behind the other, in a part of that
/// memory: the messages of a node are dealt out to its ranks, which carry them.
struct JoinedLayout {
  JoinedLayout(const Route& route, std::size_t exchange, int group, const Geometry& geometry,
               const ExchangeNodes& nodes);

  /// A block that I put there or fetch from there.
  struct Place {
    int peer;  ///< rank of the exchange
    std::size_t part;
    Index offset;
    Index size;
  };
  /// A message that I send to the rank that carries it there, or receive from it.
  struct Carried {
    int peer;
    Index offset;  ///< in my part
    Index size;
    bool sent;
  };
  std::vector<Place> leaving, arriving;
  std::vector<Carried> carried;
  Index size = 0;  ///< elements in my part
};

/// What the ranks of a node need in order to join the messages of an exchange.
struct NodeOfExchange {
  ExchangeNodes nodes;
  Communicator ranks;     ///< of my node, in the order of nodes.ranks
  std::size_t bytes;      ///< of my part of the memory: as many as any of its layouts takes
  SharedMemory memory{};  ///< a part for each of them
};

/// Messages of more elements than the limit go in pieces. `node` outlives the call.
std::unique_ptr<CollectiveCall> make_joined(const PreparedExchange& exchange, int group,
                                            const Geometry& geometry, const NodeOfExchange& node,
                                            Index message_limit);

}  // namespace taskfft
