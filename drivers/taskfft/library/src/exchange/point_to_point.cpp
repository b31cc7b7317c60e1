#include "exchange/point_to_point.hpp"

#include <algorithm>

namespace taskfft {

PointToPoint::PointToPoint(const PreparedExchange& exchange, Index message_limit, bool persistent)
    : ranks_(exchange.exchange().ranks), message_limit_(message_limit), persistent_(persistent) {
  for (const Block& block : exchange.exchange().send) {
    sends_.push_back(open(exchange, block, true));
  }
  for (const Block& block : exchange.exchange().receive) {
    receives_.push_back(open(exchange, block, false));
  }
}

PointToPoint::Channel PointToPoint::open(const PreparedExchange& exchange, const Block& block,
                                         bool sent) {
  const ExchangeRoute& route = exchange.exchange();
  Channel channel;
  const Index size = block_size(route.shape, block);
  if (size == 0 || block.peer == route.me || route.near(block.peer)) return channel;
  Message message{nullptr,
                  1,
                  MPI_DATATYPE_NULL,
                  exchange.rank_of(block.peer),
                  exchange.tag(block.group),
                  exchange.comm,
                  sent};
  if (sent && exchange.route.packing == Packing::datatypes) {
    message.data = exchange.stage_array();
    message.type = types_.emplace_back(exchange.departing(block)).get();
    channel.messages.push_back(message);
  } else {
    message.type = exchange.element();
    // Messages of one tag between two ranks keep their order, so pieces need no tags of their own.
    for (Index done = 0; done < size; done += message_limit_) {
      const Index offset = block.offset + done;
      message.data = sent ? exchange.sent(offset) : exchange.received(offset);
      message.count = static_cast<int>(std::min(message_limit_, size - done));
      channel.messages.push_back(message);
    }
  }
  if (persistent_) {
    for (const Message& each : channel.messages) channel.prepared.emplace_back(each);
  }
  return channel;
}

void PointToPoint::post(const Task& task, std::vector<MPI_Request>& requests) {
  std::vector<Channel>& channels = task.kind == TaskKind::send ? sends_ : receives_;
  Channel& channel = channels[static_cast<std::size_t>(task.group) * ranks_ + task.peer];
  if (!persistent_) {
    for (const Message& message : channel.messages) requests.push_back(start(message));
    return;
  }
  // Requests that stay owned here are handed out only when all of them run.
  std::vector<MPI_Request> started;
  for (PersistentRequest& request : channel.prepared) started.push_back(request.start());
  requests.insert(requests.end(), started.begin(), started.end());
}

}  // namespace taskfft
