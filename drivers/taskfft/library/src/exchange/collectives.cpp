#include "exchange/collectives.hpp"

#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

/// One direction's arguments of MPI_Alltoallv: blocks of a buffer, but for the own one.
struct Blocks {
  Index base = 0;  ///< of the first block, from where the others are counted
  std::vector<int> counts{};
  std::vector<int> offsets{};

  Blocks(const ExchangeRoute& route, const std::vector<Block>& blocks, int group) {
    const auto first = static_cast<std::size_t>(group) * static_cast<std::size_t>(route.ranks);
    base = blocks[first + (route.me == 0 && route.ranks > 1 ? 1 : 0)].offset;
    for (int peer = 0; peer < route.ranks; ++peer) {
      const Block& block = blocks[first + static_cast<std::size_t>(peer)];
      const bool own = peer == route.me;
      counts.push_back(own ? 0 : static_cast<int>(block_size(route.shape, block)));
      offsets.push_back(own ? 0 : static_cast<int>(block.offset - base));
    }
  }
};

class Alltoallv final : public CollectiveCall {
 public:
  Alltoallv(const PreparedExchange& exchange, int group, bool blocking)
      : send_(exchange.exchange(), exchange.exchange().send, group),
        receive_(exchange.exchange(), exchange.exchange().receive, group),
        from_(exchange.sent(send_.base)),
        to_(exchange.received(receive_.base)),
        type_(exchange.element()),
        comm_(exchange.comm),
        blocking_(blocking) {}

  void make() override {
    if (blocking_) {
      check_mpi(MPI_Alltoallv(from_, send_.counts.data(), send_.offsets.data(), type_, to_,
                              receive_.counts.data(), receive_.offsets.data(), type_, comm_),
                "exchanging with MPI_Alltoallv");
    } else {
      check_mpi(
          MPI_Ialltoallv(from_, send_.counts.data(), send_.offsets.data(), type_, to_,
                         receive_.counts.data(), receive_.offsets.data(), type_, comm_, &request_),
          "exchanging with MPI_Ialltoallv");
    }
  }

 private:
  Blocks send_, receive_;
  std::byte* from_;
  std::byte* to_;
  MPI_Datatype type_;
  MPI_Comm comm_;
  bool blocking_;
};

/// One direction's arguments of MPI_Alltoallw. Displacements in bytes would be int, so that the
/// types hold them.
struct TypedBlocks {
  std::vector<Datatype> owned{};
  std::vector<MPI_Datatype> types{};
  std::vector<int> counts{};
  std::vector<int> displacements{};

  template <class MakeType>
  TypedBlocks(const PreparedExchange& exchange, const std::vector<Block>& blocks, int group,
              MakeType make_type)
      : displacements(static_cast<std::size_t>(exchange.exchange().ranks)) {
    const ExchangeRoute& route = exchange.exchange();
    for (const Block& block : blocks) {
      if (block.group != group) continue;
      const bool travels = block.peer != route.me && block.box.volume() > 0;
      if (travels) owned.push_back(make_type(block));
      types.push_back(travels ? owned.back().get() : exchange.element());
      counts.push_back(travels ? 1 : 0);
    }
  }
};

class Alltoallw final : public CollectiveCall {
 public:
  Alltoallw(const PreparedExchange& exchange, int group)
      : send_(exchange, exchange.exchange().send, group,
              [&exchange](const Block& block) { return exchange.departing(block); }),
        receive_(exchange, exchange.exchange().receive, group,
                 [&exchange](const Block& block) { return exchange.arriving(block); }),
        from_(exchange.stage_array()),
        to_(exchange.received(0)),
        comm_(exchange.comm) {}

  void make() override {
    check_mpi(MPI_Alltoallw(from_, send_.counts.data(), send_.displacements.data(),
                            send_.types.data(), to_, receive_.counts.data(),
                            receive_.displacements.data(), receive_.types.data(), comm_),
              "exchanging with MPI_Alltoallw");
  }

 private:
  TypedBlocks send_, receive_;
  std::byte* from_;
  std::byte* to_;
  MPI_Comm comm_;
};

}  // namespace

std::unique_ptr<CollectiveCall> make_collective(Exchange kind, const PreparedExchange& exchange,
                                                int group) {
  if (kind == Exchange::alltoallw) return std::make_unique<Alltoallw>(exchange, group);
  return std::make_unique<Alltoallv>(exchange, group, kind == Exchange::alltoallv);
}

}  // namespace taskfft
