#include "schedule.hpp"

#include <algorithm>

#include "regions.hpp"

namespace taskfft {
namespace {

class ScheduleBuilder {
 public:
  ScheduleBuilder(const Route& route, Exchange exchange, Placement placement, bool fork_join)
      : route_(route), exchange_(exchange), placement_(placement), fork_join_(fork_join) {}

  Schedule run() &&;

 private:
  int exchanges() const { return static_cast<int>(route_.exchanges.size()); }
  const StageShape& shape_of(int stage) const { return route_.decomposition.stages[stage]; }
  std::vector<Box> parts(const Block& block, std::size_t stage) const;
  std::vector<Region> lines(const Segment& segment, Box box, int axis, int stage) const;
  Region departing(int exchange, const Block& block) const;
  void add(const Task& task);
  void add_arrival(const Task& task);
  void add_barrier(int stage, bool arrivals);
  void add_item(TaskKind kind, int place, int group, int peer, WorkItem item);
  void add_arrivals(int exchange);
  void add_receive(int exchange, const Block& block);
  void add_await(int exchange, const Block& block);
  void add_reclaim(int exchange);
  void add_publish(int exchange, int group);
  void add_releases(int exchange);
  void add_stage(int stage);
  void add_transforms(int stage);
  void add_departures(int exchange, int group);
  void add_packs(int exchange, int group);
  void add_sends(int exchange, int group);
  void add_turn(int exchange, const Block& block);
  void touch_group(TaskKind kind, int exchange, int group);
  void add_collective(int exchange, int group);
  void add_unpacks(int exchange);

  const Route& route_;
  Exchange exchange_;
  Placement placement_;
  bool fork_join_;
  TaskGraphBuilder graph_;
  std::vector<WorkItem> items_;
};

/// Peers in the order in which messages leave: rank r sends first to r + 1, so that no rank is
/// everybody's first target.
int peer_to_send(const ExchangeRoute& e, int step) {
  return (e.me + step) % e.ranks;
}
int peer_to_receive(const ExchangeRoute& e, int step) {
  return (e.me - step + e.ranks) % e.ranks;
}

void append(std::vector<Region>& list, const std::vector<Region>& more) {
  list.insert(list.end(), more.begin(), more.end());
}
bool contains(const std::vector<Region>& list, const Region& region) {
  return std::find(list.begin(), list.end(), region) != list.end();
}

/// What the lines of a box touch in a segment; `stage` is at work where that is in an array.
std::vector<Region> ScheduleBuilder::lines(const Segment& segment, Box box, int axis,
                                           int stage) const {
  const Decomposition& d = route_.decomposition;
  const bool in_array = segment.buffer == Buffer::from || segment.buffer == Buffer::to;
  if (in_array && d.in_pieces()) {
    const int field = stage / (static_cast<int>(d.stages.size()) / route_.fields);
    return regions_of(segment.buffer, shape_of(stage).piece, d.pieces, field, placement_);
  }
  box[axis] = segment.line;
  return {region_of(segment, box, placement_)};
}

/// What MPI reads of a block that leaves.
Region ScheduleBuilder::departing(int exchange, const Block& block) const {
  const auto index = static_cast<std::size_t>(exchange);
  return region_of(departing_segment(route_, index, block), block.box, placement_);
}

/// Pieces in which a block is copied: the chunks of the stage beside it, as far as they cross it.
std::vector<Box> ScheduleBuilder::parts(const Block& block, std::size_t stage) const {
  const StageShape& shape = route_.decomposition.stages[stage];
  std::vector<Box> boxes;
  for (const Chunk& chunk : stage_chunks(shape, 1, route_.chunks)) {
    Box part = block.box;
    part[shape.chunk_axis] = intersect(block.box, chunk.box)[shape.chunk_axis];
    if (part.volume() > 0) boxes.push_back(part);
  }
  return boxes;
}

/// Phases: one per task kind and place.
int phase_of(TaskKind kind, int place) {
  return place * 16 + static_cast<int>(kind);
}

/// A task that belongs to the step at hand.
void ScheduleBuilder::add(const Task& task) {
  graph_.add(task);
  if (fork_join_) graph_.reads(point_of(kSteps, 0));
}

/// A task that begins early, but is waited for at the end of its exchange.
void ScheduleBuilder::add_arrival(const Task& task) {
  graph_.add(task);
  if (fork_join_) graph_.reads(point_of(kArrivals, task.place));
}

/// Ends a step: a stage, or the exchange that it writes to with its arrivals.
void ScheduleBuilder::add_barrier(int stage, bool arrivals) {
  if (!fork_join_) return;
  graph_.add({TaskKind::barrier, stage, 0, 0, 0});
  const int phase = 2 * stage + (arrivals ? 1 : 0);
  graph_.writes(point_of(kSteps, 0), phase);
  if (arrivals) graph_.writes(point_of(kArrivals, shape_of(stage).target.index), phase);
}

void ScheduleBuilder::add_item(TaskKind kind, int place, int group, int peer, WorkItem item) {
  add({kind, place, group, peer, static_cast<int>(items_.size()), item.box.volume(),
       work_of(item)});
  const LinePass& first = item.passes.front();
  const LinePass& last = item.passes.back();
  std::vector<Region> read, written;
  for (const Segment& s : first.in) append(read, lines(s, item.box, first.axis, place));
  for (const Segment& s : last.out) append(written, lines(s, item.box, last.axis, place));
  // What it also writes waits for as much, and the others of the stage do not wait for each other.
  for (const Region& region : read) {
    if (!contains(written, region)) graph_.reads(region);
  }
  for (const Region& region : written) graph_.writes(region, phase_of(kind, place));
  items_.push_back(std::move(item));
}

/// Nothing for an exchange that there is not, or in which all ranks make a call together.
void ScheduleBuilder::add_arrivals(int exchange) {
  if (exchange >= exchanges() || collective(exchange_)) return;
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int group = 0; group < e.groups; ++group) {
    for (int step = 1; step < e.ranks; ++step) {
      const Block& block = e.received(group, peer_to_receive(e, step));
      if (block.box.volume() == 0) continue;
      if (block.owner == kNobody) {
        add_receive(exchange, block);
      } else {
        add_await(exchange, block);
      }
    }
  }
}

void ScheduleBuilder::add_receive(int exchange, const Block& block) {
  add_arrival({TaskKind::receive, exchange, block.group, block.peer, 0});
  graph_.writes(region_of(receive_buffer(exchange), route_.exchanges[exchange], block),
                phase_of(TaskKind::receive, exchange));
}

void ScheduleBuilder::add_await(int exchange, const Block& block) {
  add_arrival({TaskKind::await, exchange, block.group, block.peer, 0});
  graph_.writes(owned_block(exchange, route_.exchanges[exchange], block),
                phase_of(TaskKind::await, exchange));
}

void ScheduleBuilder::add_reclaim(int exchange) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  if (!e.shared) return;
  add({TaskKind::reclaim, exchange, 0, 0, 0});
  graph_.writes(all_sent(exchange, e), phase_of(TaskKind::reclaim, exchange));
}

void ScheduleBuilder::add_publish(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  std::vector<Region> blocks;
  for (int peer = 0; peer < e.ranks; ++peer) {
    const Block& block = e.sent(group, peer);
    if (peer == e.me || !e.near(peer) || block.box.volume() == 0) continue;
    blocks.push_back(region_of(send_buffer(exchange), e, block));
  }
  // Nobody waits for an empty group, and nothing would keep its count behind the previous use's.
  if (blocks.empty()) return;
  add({TaskKind::publish, exchange, group, 0, 0});
  for (const Region& block : blocks) graph_.reads(block);
}

void ScheduleBuilder::add_releases(int exchange) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int step = 1; step < e.ranks; ++step) {
    const int peer = peer_to_receive(e, step);
    if (!e.near(peer) || !e.reads(peer)) continue;
    add({TaskKind::release, exchange, 0, peer, 0});
    for (int group = 0; group < e.groups; ++group) {
      const Block& block = e.received(group, peer);
      graph_.writes(owned_block(exchange, e, block), phase_of(TaskKind::release, exchange));
    }
  }
}

void ScheduleBuilder::add_packs(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  const std::size_t writer = route_.decomposition.writer(exchange);
  for (int step = 1; step < e.ranks; ++step) {
    const Block& block = e.sent(group, peer_to_send(e, step));
    for (const Box& part : parts(block, writer)) {
      add_item(TaskKind::pack, exchange, group, block.peer,
               pack_item(route_, exchange, block, part));
    }
  }
}

void ScheduleBuilder::add_sends(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int step = 1; step < e.ranks; ++step) {
    const Block& block = e.sent(group, peer_to_send(e, step));
    if (block.box.volume() == 0 || e.near(block.peer)) continue;
    add({TaskKind::send, exchange, group, block.peer, 0});
    graph_.reads(departing(exchange, block));
    add_turn(exchange, block);
  }
}

/// Makes a send wait for an earlier one to the same peer, where only so many may be under way.
void ScheduleBuilder::add_turn(int exchange, const Block& block) {
  const int limit = route_.sends_under_way;
  if (limit == 0) return;
  const int slot = block.peer * limit + block.group % limit;
  graph_.writes(point_of(kSends, slot), exchange * route_.groups + block.group);
}

/// What a collective call of a group, or its completion, reads and writes.
void ScheduleBuilder::touch_group(TaskKind kind, int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int peer = 0; peer < e.ranks; ++peer) {
    if (peer == e.me) continue;
    const Block& sent = e.sent(group, peer);
    if (sent.box.volume() > 0) graph_.reads(departing(exchange, sent));
    graph_.writes(region_of(receive_buffer(exchange), e, e.received(group, peer)),
                  phase_of(kind, exchange));
  }
}

/// Calls wait for each other, as all ranks must make them in the same order; the completions of
/// nonblocking ones do not.
void ScheduleBuilder::add_collective(int exchange, int group) {
  const int call = exchange * route_.groups + group;
  add({TaskKind::collective, exchange, group, 0, 0});
  touch_group(TaskKind::collective, exchange, group);
  graph_.writes(point_of(kCollectives, 0), call);  // each a phase of its own
  if (exchange_ != Exchange::ialltoallv) return;
  graph_.writes(point_of(kUnderWay, call), call);
  add({TaskKind::completion, exchange, group, 0, 0});
  touch_group(TaskKind::completion, exchange, group);
  graph_.reads(point_of(kUnderWay, call));
}

void ScheduleBuilder::add_departures(int exchange, int group) {
  if (route_.packing == Packing::separate) add_packs(exchange, group);
  const ExchangeRoute& e = route_.exchanges[exchange];
  if (e.ranks == 1) return;
  if (e.shared) add_publish(exchange, group);
  if (collective(exchange_)) {
    add_collective(exchange, group);
  } else {
    add_sends(exchange, group);
  }
}

void ScheduleBuilder::add_unpacks(int exchange) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  const std::size_t reader = route_.decomposition.reader(exchange);
  for (int group = 0; group < e.groups; ++group) {
    for (int step = 0; step < e.ranks; ++step) {
      const Block& block = e.received(group, peer_to_receive(e, step));
      for (const Box& part : parts(block, reader)) {
        add_item(TaskKind::unpack, exchange, group, block.peer,
                 unpack_item(route_, exchange, block, part));
      }
    }
  }
}

/// The transforms of a stage, and what leaves through the exchange that it writes to.
void ScheduleBuilder::add_transforms(int stage) {
  const StageShape& shape = shape_of(stage);
  const bool leaves = shape.target.is_exchange();
  const int exchange = shape.target.index;
  // Only where the chunks follow the message groups can a group leave before the stage ends.
  const bool early =
      leaves && !fork_join_ && route_.exchanges[exchange].shape.group_axis == shape.chunk_axis;
  if (leaves) add_reclaim(exchange);
  int departed = 0;
  for (const Chunk& chunk : stage_chunks(shape, route_.groups, route_.chunks)) {
    while (early && departed < chunk.group) add_departures(exchange, departed++);
    add_item(TaskKind::transform, stage, chunk.group, 0, transform_item(route_, stage, chunk));
  }
  add_barrier(stage, false);
  while (leaves && departed < route_.groups) add_departures(exchange, departed++);
}

/// A stage with what follows from it. Receives come as soon as their buffers are free: an exchange
/// shares its buffers with the one before the last.
void ScheduleBuilder::add_stage(int stage) {
  const End source = shape_of(stage).source;
  const End target = shape_of(stage).target;
  add_transforms(stage);
  if (target.is_exchange()) {
    if (route_.packing != Packing::fused) add_unpacks(target.index);
    add_barrier(stage, true);
  }
  if (source.is_exchange()) {
    add_releases(source.index);
    add_arrivals(source.index + 2);
  }
}

Schedule ScheduleBuilder::run() && {
  add_arrivals(0);
  add_arrivals(1);
  const int stages = static_cast<int>(route_.decomposition.stages.size());
  for (int stage = 0; stage < stages; ++stage) add_stage(stage);
  return {std::move(graph_).build(), std::move(items_)};
}

}  // namespace

Schedule make_schedule(const Route& route, Exchange exchange, Placement placement, bool fork_join) {
  return ScheduleBuilder(route, exchange, placement, fork_join).run();
}

}  // namespace taskfft
