#include "exchange/joined.hpp"

#include <algorithm>
#include <cstring>

#include "layout/message_groups.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

/// Elements that go from one rank of an exchange to another in a message group. Boxes of ranks
/// differ along the two axes that are exchanged alone. What stays on a rank is written where it is
/// read.
class BlockSizes {
 public:
  BlockSizes(const Route& route, std::size_t exchange, int group, const Geometry& geometry)
      : route_(route.exchanges[exchange]),
        box_(route.decomposition.stages[route_.writer].target_box()),
        group_(group),
        geometry_(geometry) {}

  Index operator()(int from, int to) const {
    if (from == to) return 0;
    const ExchangeShape& shape = route_.shape;
    const int cut = sender_axis(shape), joined = receiver_axis(shape);
    Box box = box_;
    box[cut] = share_of(geometry_, shape, cut, to);
    box[joined] = share_of(geometry_, shape, joined, from);
    box = group_box(shape, box, route_.groups, group_);
    return block_size(shape, {box, 0, group_, to, true});
  }

 private:
  const ExchangeRoute& route_;
  Box box_;
  int group_;
  const Geometry& geometry_;
};

class Joined final : public CollectiveCall {
 public:
  Joined(const PreparedExchange& exchange, int group, const Geometry& geometry,
         const NodeOfExchange& node, Index message_limit);
  void make() override;

 private:
  struct Move {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };
  static void copy(const std::vector<Move>& moves) {
    for (const Move& move : moves) std::memcpy(move.to, move.from, move.bytes);
  }
  /// Nobody of my node goes on before all are here, and all see what each has written before.
  void meet() const { check_mpi(MPI_Barrier(node_.ranks.get()), "meeting the ranks of the node"); }
  void carry();

  const NodeOfExchange& node_;
  std::vector<Move> leaving_, arriving_;
  std::vector<Message> messages_;
  std::vector<MPI_Request> requests_;  ///< of the present call
};

Joined::Joined(const PreparedExchange& exchange, int group, const Geometry& geometry,
               const NodeOfExchange& node, Index message_limit)
    : node_(node) {
  const ExchangeRoute& route = exchange.exchange();
  const JoinedLayout layout(exchange.route, exchange.index, group, geometry, node.nodes);
  const std::size_t bytes = element_bytes(route.shape.element, exchange.real_bytes);
  const auto place = [&](std::size_t part, Index offset) {
    return node.memory.part(static_cast<int>(part)) + static_cast<std::size_t>(offset) * bytes;
  };
  for (const JoinedLayout::Place& each : layout.leaving) {
    leaving_.push_back({place(each.part, each.offset),
                        exchange.sent(route.sent(group, each.peer).offset),
                        static_cast<std::size_t>(each.size) * bytes});
  }
  for (const JoinedLayout::Place& each : layout.arriving) {
    arriving_.push_back({exchange.received(route.received(group, each.peer).offset),
                         place(each.part, each.offset),
                         static_cast<std::size_t>(each.size) * bytes});
  }
  for (const JoinedLayout::Carried& each : layout.carried) {
    for (Index done = 0; done < each.size; done += message_limit) {
      messages_.push_back({place(node.nodes.me, each.offset + done),
                           static_cast<int>(std::min(message_limit, each.size - done)),
                           exchange.element(), exchange.rank_of(each.peer), exchange.tag(group),
                           exchange.comm, each.sent});
    }
  }
  std::stable_partition(messages_.begin(), messages_.end(),
                        [](const Message& message) { return !message.sent; });
  requests_.reserve(messages_.size());
}

void Joined::carry() {
  requests_.clear();
  for (const Message& message : messages_) requests_.push_back(start(message));
  check_mpi(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
            "waiting for joined messages");
}

void Joined::make() {
  copy(leaving_);
  meet();
  carry();
  meet();
  copy(arriving_);
  meet();  // the next call writes there
}

}  // namespace

JoinedLayout::JoinedLayout(const Route& route, std::size_t exchange, int group,
                           const Geometry& geometry, const ExchangeNodes& nodes) {
  const BlockSizes size_of(route, exchange, group, geometry);
  const std::vector<int>& home = nodes.ranks[nodes.mine];
  const int me = home[nodes.me];
  std::vector<Index> ends(home.size());  // of each part of the memory, so far
  const auto add_block = [&](int from, int to, std::size_t part) {
    const Index elements = size_of(from, to), offset = ends[part];
    ends[part] += elements;
    if (elements == 0) return;
    if (from == me) leaving.push_back({to, part, offset, elements});
    if (to == me) arriving.push_back({from, part, offset, elements});
  };
  const auto add_message = [&](std::size_t node, bool sent) {
    const std::vector<int>& there = nodes.ranks[node];
    const std::size_t part = node % home.size();
    const Index begin = ends[part];
    for (const int from : sent ? home : there) {
      for (const int to : sent ? there : home) add_block(from, to, part);
    }
    if (node == nodes.mine || part != nodes.me) return;
    carried.push_back({there[nodes.mine % there.size()], begin, ends[part] - begin, sent});
  };
  for (std::size_t node = 0; node < nodes.ranks.size(); ++node) {
    add_message(node, true);
    if (node != nodes.mine) add_message(node, false);
  }
  size = ends[nodes.me];
}

std::unique_ptr<CollectiveCall> make_joined(const PreparedExchange& exchange, int group,
                                            const Geometry& geometry, const NodeOfExchange& node,
                                            Index message_limit) {
  return std::make_unique<Joined>(exchange, group, geometry, node, message_limit);
}

}  // namespace taskfft
