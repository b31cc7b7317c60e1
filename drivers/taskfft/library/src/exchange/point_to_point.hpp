#pragma once
/// An exchange by a message per peer and message group.

#include <vector>

#include "exchange/prepared_exchange.hpp"
#include "graph/task_graph.hpp"

namespace taskfft {

/// The messages of one exchange, bound to memory: one per peer and message group, or several where
/// a block has more elements than the limit. A block that leaves by a datatype is never above it.
class PointToPoint {
 public:
  /// `persistent`: messages are prepared here, and only started later.
  PointToPoint(const PreparedExchange& exchange, Index message_limit, bool persistent);

  /// Starts the messages of a send or a receive and appends their requests. Persistent ones stay
  /// owned here.
  void post(const Task& task, std::vector<MPI_Request>& requests);

 private:
  /// All messages of a block.
  struct Channel {
    std::vector<Message> messages;
    std::vector<PersistentRequest> prepared;  ///< none, or one per message
  };
  Channel open(const PreparedExchange& exchange, const Block& block, bool sent);

  int ranks_;
  Index message_limit_;
  bool persistent_;
  std::vector<Datatype> types_;
  std::vector<Channel> sends_;  ///< by group, then by peer
  std::vector<Channel> receives_;
};

}  // namespace taskfft
