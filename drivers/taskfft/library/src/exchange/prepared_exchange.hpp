#pragma once
/// An exchange bound to its memory and communicator.

#include "exchange/mpi_handles.hpp"
#include "lines/side.hpp"

namespace taskfft {

/// One exchange of a direction with what its MPI calls need: memory, communicator, element.
struct PreparedExchange {
  const Route& route;
  std::size_t index;  ///< of the exchange
  const BufferPointers& buffers;
  MPI_Comm comm;  ///< of its collective calls, or of all ranks for messages
  std::size_t real_bytes;

  const ExchangeRoute& exchange() const { return route.exchanges[index]; }
  MPI_Datatype element() const;
  /// A rank of the exchange as the rank of all that messages go to.
  int rank_of(int peer) const { return exchange().peers[static_cast<std::size_t>(peer)]; }
  /// Of a message group's messages. What fields send through the same buffers needs none of its
  /// own: it is sent and received in one order.
  int tag(int group) const;
  /// Where an element of the send or of the receive buffer lies.
  std::byte* sent(Index offset) const;
  std::byte* received(Index offset) const;
  /// With Packing::datatypes, where the stage before this exchange left its array.
  std::byte* stage_array() const;
  /// A block there, in the order in which it is stored where it is received.
  Datatype departing(const Block& block) const;
  /// A block in the receive buffer, seen from that buffer's beginning.
  Datatype arriving(const Block& block) const;
};

}  // namespace taskfft
