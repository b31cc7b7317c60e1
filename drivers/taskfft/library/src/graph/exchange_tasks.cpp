#include "graph/exchange_tasks.hpp"

#include <algorithm>

namespace taskfft {

/// What MPI reads of a block that it sends.
Region ExchangeTasks::departing(int exchange, const Block& block) const {
  const auto index = static_cast<std::size_t>(exchange);
  return region_of(departing_segment(route_, index, block), block.box, placement_,
                   route_.same_rows);
}

void ExchangeTasks::add_arrivals(int exchange) {
  if (exchange >= static_cast<int>(route_.exchanges.size()) || collective(exchange_)) return;
  const ExchangeRoute& e = at(exchange);
  for (int group = 0; group < e.groups; ++group) {
    for (int step = 1; step < e.ranks; ++step) {
      const Block& block = e.received(group, e.origin(step));
      if (block.box.volume() > 0) add_arrival(exchange, block);
    }
  }
}

void ExchangeTasks::add_arrival(int exchange, const Block& block) {
  const bool message = block.owner == kNobody;
  const TaskKind kind = message ? TaskKind::receive : TaskKind::await;
  graph_.add_arrival({kind, exchange, block.group, block.peer, 0});
  graph_.writes(message ? region_of(receive_buffer(exchange), at(exchange), block)
                        : owned_block(exchange, at(exchange), block));
}

void ExchangeTasks::add_reclaim(int exchange) {
  const ExchangeRoute& e = at(exchange);
  if (!e.shared) return;
  graph_.add({TaskKind::reclaim, exchange, 0, 0, 0});
  graph_.writes(all_sent(exchange, e));
}

void ExchangeTasks::add_departures(int exchange, int group) {
  const ExchangeRoute& e = at(exchange);
  if (e.ranks == 1) return;
  if (e.shared) add_publish(exchange, group);
  if (collective(exchange_)) {
    add_collective(exchange, group);
  } else {
    add_sends(exchange, group);
  }
}

void ExchangeTasks::add_publish(int exchange, int group) {
  const ExchangeRoute& e = at(exchange);
  std::vector<Region> blocks;
  for (int peer = 0; peer < e.ranks; ++peer) {
    const Block& block = e.sent(group, peer);
    if (peer == e.me || !e.near(peer) || block.box.volume() == 0) continue;
    blocks.push_back(region_of(send_buffer(exchange), e, block));
  }
  // Nobody waits for an empty group, and no reader would keep its count from running ahead.
  if (blocks.empty()) return;
  graph_.add({TaskKind::publish, exchange, group, 0, 0});
  for (const Region& block : blocks) graph_.reads(block);
}

void ExchangeTasks::add_sends(int exchange, int group) {
  const ExchangeRoute& e = at(exchange);
  for (int step = 1; step < e.ranks; ++step) {
    const Block& block = e.sent(group, e.destination(step));
    if (block.box.volume() == 0 || e.near(block.peer)) continue;
    graph_.add({TaskKind::send, exchange, group, block.peer, 0});
    graph_.reads(departing(exchange, block));
    limit_sends(exchange, block);
  }
}

/// Makes a send wait for an earlier one to the same peer, if only so many may be in flight.
void ExchangeTasks::limit_sends(int exchange, const Block& block) {
  // No more than there are: slots of peers stay small numbers, and apart.
  const int limit = std::min(route_.sends_in_flight, route_.groups);
  if (limit == 0) return;
  const int slot = block.peer * limit + block.group % limit;
  graph_.writes(point_of(kSends, slot), exchange * route_.groups + block.group);
}

/// What a collective call of a group, or its completion, reads and writes.
void ExchangeTasks::access_group(int exchange, int group) {
  const ExchangeRoute& e = at(exchange);
  for (int peer = 0; peer < e.ranks; ++peer) {
    if (peer == e.me) continue;
    const Block& sent = e.sent(group, peer);
    if (sent.box.volume() > 0) graph_.reads(departing(exchange, sent));
    graph_.writes(region_of(receive_buffer(exchange), e, e.received(group, peer)));
  }
}

/// Calls wait for each other, since all ranks must make them in the same order. The completions of
/// nonblocking calls do not.
void ExchangeTasks::add_collective(int exchange, int group) {
  const int call = exchange * route_.groups + group;
  graph_.add({TaskKind::collective, exchange, group, 0, 0});
  access_group(exchange, group);
  graph_.writes(point_of(kCollectives, 0), call);  // each has a phase of its own
  if (exchange_ != Exchange::ialltoallv) return;
  graph_.writes(point_of(kStarted, call), call);
  graph_.add({TaskKind::completion, exchange, group, 0, 0});
  access_group(exchange, group);
  graph_.reads(point_of(kStarted, call));
}

void ExchangeTasks::add_releases(int exchange) {
  const ExchangeRoute& e = at(exchange);
  for (int step = 1; step < e.ranks; ++step) {
    const int peer = e.origin(step);
    if (!e.near(peer) || !e.reads(peer)) continue;
    graph_.add({TaskKind::release, exchange, 0, peer, 0});
    for (int group = 0; group < e.groups; ++group) {
      const Block& block = e.received(group, peer);
      graph_.writes(owned_block(exchange, e, block));
    }
  }
}

}  // namespace taskfft
