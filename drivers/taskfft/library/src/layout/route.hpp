#pragma once
/// This rank's messages in each exchange of a direction.

#include <cstdint>
#include <vector>

#include "layout/decomposition.hpp"

namespace taskfft {

inline constexpr int kNobody = -1;

/// The part of an array that goes from one rank to another in one message group.
struct Block {
  Box box;       ///< in spectrum coordinates, or the input's where bricks of it are exchanged
  Index offset;  ///< of its first element in the buffer
  int group;
  int peer;      ///< rank in the exchange's communicator
  bool message;  ///< it is sent; otherwise it is read where it was written
  /// Whose send buffer a received block is read from, as a rank of the node; none: it is received.
  int owner = kNobody;
};

/// The ranks of an exchange's communicator as ranks of my node; kNobody for those on other nodes.
/// Empty where nothing is shared.
using Neighbours = std::vector<int>;

/// Where the block of an exchange lies that stays on its rank. Where the stage at one side only
/// copies, from the array that it reads or to the one that it writes, fused packing has the block
/// in that array, and the stage copies what other ranks send or receive alone.
enum class OwnBlock { in_buffer, in_source, in_target };
OwnBlock own_block(const Decomposition& decomposition, const StagePair& beside, bool fused);

/// This rank's share of one exchange. Blocks are stored by group, then by peer, each starting on a
/// cache line.
struct ExchangeRoute {
  ExchangeShape shape;
  int ranks;
  int me;
  int groups;
  std::vector<int> peers;  ///< its ranks as ranks of all
  /// What leaves. The own block is listed, but unless memory is shared its offset is in the receive
  /// buffer: the sender's side writes it straight to where the receiver's side reads it. With
  /// shared memory it lies in the send buffer, as the blocks for the other ranks of the node do.
  /// Where it lies in an array it has no place in a buffer.
  std::vector<Block> send;
  std::vector<Block> receive;
  Index send_size;
  Index receive_size;
  bool shared;             ///< blocks from ranks of my node are read where their owners wrote them
  std::size_t writer = 0;  ///< the stage that writes to it
  std::size_t reader = 0;  ///< the stage that reads from it
  OwnBlock own = OwnBlock::in_buffer;

  /// Whether a peer's blocks are read in its send buffer, and mine by it in mine.
  bool near(int peer) const { return received(0, peer).owner != kNobody; }
  bool lies_in_array(const Block& block) const {
    return block.peer == me && own != OwnBlock::in_buffer;
  }
  /// Whether anything is received from a peer at all.
  bool reads(int peer) const { return any(receive, peer); }
  /// Other ranks that read something in my send buffer.
  std::uint64_t readers() const;

  /// Peers in the order in which messages leave and are awaited: rank r sends first to r + 1, so
  /// that no rank is everybody's first target.
  int destination(int step) const { return (me + step) % ranks; }
  int origin(int step) const { return (me - step + ranks) % ranks; }

  const Block& sent(int group, int peer) const { return send[index(group, peer)]; }
  const Block& received(int group, int peer) const { return receive[index(group, peer)]; }
  std::size_t index(int group, int peer) const {
    return static_cast<std::size_t>(group) * ranks + peer;
  }

 private:
  bool any(const std::vector<Block>& blocks, int peer) const;
};

/// The axis that is whole on one end of an exchange: that end's boxes are cut along it.
int sender_axis(const ExchangeShape& shape);
int receiver_axis(const ExchangeShape& shape);

/// Storage order of a block, slowest axis first, the same in both directions. Where the axis that
/// is whole on the described side lies fastest, that side moves contiguous runs, and the other side
/// transposes tiles while it loads or stores them. Where the third axis does, lines lie side by
/// side on either.
std::array<int, 3> block_order(const ExchangeShape& shape);

/// Without gaps, but for two that are little beside the elements. Rows of what is read in place are
/// whole cache lines, where that is at most an eighth more. Where the third axis lies fastest,
/// steps along the slowest one are an odd number of cache lines, so that its lines do not fall on
/// one cache set: where that is at most an eighth more, or in messages, which travel with their
/// gaps, a 64th.
Triple block_strides(const ExchangeShape& shape, const Block& block);

/// Elements from a block's beginning to its end.
Index block_size(const ExchangeShape& shape, const Block& block);

/// Blocks of an exchange, `before` being what the stage before it writes, `after` what the one
/// after it reads.
ExchangeRoute make_exchange(const ExchangeShape& shape, const Geometry& geometry, const Box& before,
                            const Box& after, int groups, const Neighbours& neighbours = {},
                            OwnBlock own = OwnBlock::in_buffer);

/// All exchanges of one direction; neighbours by Comm. `fused`: as Packing.
std::vector<ExchangeRoute> make_exchanges(const Decomposition& decomposition,
                                          const Geometry& geometry, int groups,
                                          const std::array<Neighbours, kComms>& neighbours = {},
                                          bool fused = false);

/// Largest count or displacement, in elements, that MPI_Alltoallv would need in this exchange.
Index largest_alltoallv_number(const ExchangeRoute& exchange);

/// Elements in the largest block that leaves this rank or arrives.
Index largest_block(const ExchangeRoute& exchange);

}  // namespace taskfft
