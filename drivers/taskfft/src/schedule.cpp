#include "schedule.hpp"

#include <cmath>

namespace taskfft {
namespace {

// Spaces beyond the buffers: one orders collective calls, two order the steps of fork and join, the
// rest are the shared send buffers of the other ranks of the node.
constexpr int kCollectives = kBuffers;
constexpr int kSteps = kCollectives + 1;
constexpr int kArrivals = kSteps + 1;
int shared_space(int owner, std::size_t exchange) {
  return kArrivals + 1 + 2 * owner + static_cast<int>(exchange % 2);
}

Index address(const Segment& segment, const Triple& at) {
  Index offset = segment.offset;
  for (int a = 0; a < 3; ++a) offset += (at[a] - segment.origin[a]) * segment.stride[a];
  return offset;
}

/// The span of elements that the lines of a box touch in a segment.
Range touched(const Segment& segment, Box box, int axis) {
  box[axis] = segment.line;
  const Triple first{box[0].lo, box[1].lo, box[2].lo};
  const Triple last{box[0].hi - 1, box[1].hi - 1, box[2].hi - 1};
  return {address(segment, first), address(segment, last) + 1};
}

/// Regions count real numbers: a buffer may hold elements of either kind, one after the other.
Range in_reals(Range elements, Element element) {
  return {elements.lo * reals_in(element), elements.hi * reals_in(element)};
}

/// In units of one step of a transform over one point. A copy moves as much as some steps do.
double work_of(const WorkItem& item) {
  double steps = 0;
  for (const LinePass& pass : item.passes) {
    const Index length = std::max(pass.in_line.size(), pass.out_line.size());
    constexpr double of_a_copy = 4;
    steps += pass.kernel == Kernel::copy ? of_a_copy : 1 + std::log2(std::max<Index>(1, length));
  }
  return steps * static_cast<double>(item.box.volume());
}

class ScheduleBuilder {
 public:
  ScheduleBuilder(const Route& route, Exchange exchange, Placement placement, bool fork_join)
      : route_(route),
        p2p_(exchange != Exchange::alltoallv),
        in_place_(placement == Placement::in_place),
        fork_join_(fork_join) {}

  Schedule run() &&;

 private:
  int exchanges() const { return static_cast<int>(route_.exchanges.size()); }
  bool separate() const { return route_.packing == Packing::separate; }
  Region region(const Segment& segment, const Box& box, int axis) const;
  void add(const Task& task);
  void add_arrival(const Task& task);
  void add_barrier(int exchange, bool arrivals);
  void add_item(TaskKind kind, int place, int group, int peer, WorkItem item);
  void add_arrivals(int exchange);
  void add_receive(int exchange, const Block& block);
  void add_await(int exchange, const Block& block);
  void add_reclaim(int exchange);
  void add_publish(int exchange, int group);
  void add_releases(int exchange);
  void add_stage(int stage);
  void add_departures(int exchange, int group);
  void add_packs(int exchange, int group);
  void add_sends(int exchange, int group);
  void add_collective(int exchange, int group);
  void add_unpacks(int exchange);

  const Route& route_;
  bool p2p_;
  bool in_place_;
  bool fork_join_;
  TaskGraphBuilder graph_;
  std::vector<WorkItem> items_;
};

Range extent(const ExchangeRoute& exchange, const Block& block) {
  return in_reals({block.offset, block.offset + block.box.volume()}, exchange.shape.element);
}

/// Peers in the order in which messages leave: rank r sends first to r + 1, so that no rank is
/// everybody's first target.
int peer_to_send(const ExchangeRoute& e, int step) {
  return (e.me + step) % e.ranks;
}
int peer_to_receive(const ExchangeRoute& e, int step) {
  return (e.me - step + e.ranks) % e.ranks;
}

Region ScheduleBuilder::region(const Segment& segment, const Box& box, int axis) const {
  const Range reals = in_reals(touched(segment, box, axis), segment.element);
  if (segment.owner != kNobody) {
    const std::size_t parity = segment.buffer == Buffer::send_even ? 0 : 1;
    return {shared_space(segment.owner, parity), reals};
  }
  const bool users = segment.buffer == Buffer::from || segment.buffer == Buffer::to;
  if (!users) return {static_cast<int>(segment.buffer), reals};
  // In place the two arrays overlap in ways that differ from row to row: take them as one thing.
  const Buffer space = in_place_ ? Buffer::from : segment.buffer;
  return {static_cast<int>(space), {0, 1}};
}

/// Phases: one per task kind and place.
int phase_of(TaskKind kind, int place) {
  return place * 16 + static_cast<int>(kind);
}

/// A task that belongs to the step at hand.
void ScheduleBuilder::add(const Task& task) {
  graph_.add(task);
  if (fork_join_) graph_.reads({kSteps, {0, 1}});
}

/// A task that begins early, but is waited for at the end of its exchange.
void ScheduleBuilder::add_arrival(const Task& task) {
  graph_.add(task);
  if (fork_join_) graph_.reads({kArrivals, {task.place, task.place + 1}});
}

/// Ends a step: the stage before an exchange, or the exchange with its arrivals.
void ScheduleBuilder::add_barrier(int exchange, bool arrivals) {
  if (!fork_join_) return;
  graph_.add({TaskKind::barrier, exchange, 0, 0, 0});
  const int phase = 2 * exchange + (arrivals ? 1 : 0);
  graph_.writes({kSteps, {0, 1}}, phase);
  if (arrivals) graph_.writes({kArrivals, {exchange, exchange + 1}}, phase);
}

void ScheduleBuilder::add_item(TaskKind kind, int place, int group, int peer, WorkItem item) {
  add({kind, place, group, peer, static_cast<int>(items_.size()), item.box.volume(),
       work_of(item)});
  const LinePass& first = item.passes.front();
  const LinePass& last = item.passes.back();
  for (const Segment& s : first.in) graph_.reads(region(s, item.box, first.axis));
  for (const Segment& s : last.out) {
    graph_.writes(region(s, item.box, last.axis), phase_of(kind, place));
  }
  items_.push_back(std::move(item));
}

void ScheduleBuilder::add_arrivals(int exchange) {
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
  graph_.writes(
      {static_cast<int>(receive_buffer(exchange)), extent(route_.exchanges[exchange], block)},
      phase_of(TaskKind::receive, exchange));
}

void ScheduleBuilder::add_await(int exchange, const Block& block) {
  add_arrival({TaskKind::await, exchange, block.group, block.peer, 0});
  graph_.writes({shared_space(block.owner, static_cast<std::size_t>(exchange)),
                 extent(route_.exchanges[exchange], block)},
                phase_of(TaskKind::await, exchange));
}

void ScheduleBuilder::add_reclaim(int exchange) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  if (!e.shared) return;
  add({TaskKind::reclaim, exchange, 0, 0, 0});
  graph_.writes(
      {static_cast<int>(send_buffer(exchange)), in_reals({0, e.send_size}, e.shape.element)},
      phase_of(TaskKind::reclaim, exchange));
}

void ScheduleBuilder::add_publish(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  std::vector<Region> blocks;
  for (int peer = 0; peer < e.ranks; ++peer) {
    const Block& block = e.sent(group, peer);
    if (peer == e.me || !e.near(peer) || block.box.volume() == 0) continue;
    blocks.push_back({static_cast<int>(send_buffer(exchange)), extent(e, block)});
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
      graph_.writes(
          {shared_space(block.owner, static_cast<std::size_t>(exchange)), extent(e, block)},
          phase_of(TaskKind::release, exchange));
    }
  }
}

void ScheduleBuilder::add_packs(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int step = 1; step < e.ranks; ++step) {
    const Block& block = e.sent(group, peer_to_send(e, step));
    if (block.box.volume() == 0) continue;
    add_item(TaskKind::pack, exchange, group, block.peer, pack_item(route_, exchange, block));
  }
}

void ScheduleBuilder::add_sends(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int step = 1; step < e.ranks; ++step) {
    const Block& block = e.sent(group, peer_to_send(e, step));
    if (block.box.volume() == 0 || e.near(block.peer)) continue;
    add({TaskKind::send, exchange, group, block.peer, 0});
    graph_.reads({static_cast<int>(send_buffer(exchange)), extent(e, block)});
  }
}

void ScheduleBuilder::add_collective(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  add({TaskKind::alltoallv, exchange, group, 0, 0});
  for (int peer = 0; peer < e.ranks; ++peer) {
    if (peer == e.me) continue;
    graph_.reads({static_cast<int>(send_buffer(exchange)), extent(e, e.sent(group, peer))});
    graph_.writes({static_cast<int>(receive_buffer(exchange)), extent(e, e.received(group, peer))},
                  phase_of(TaskKind::alltoallv, exchange));
  }
  // A phase of its own for each call: they wait for each other.
  const int phase = exchange * route_.groups + group;
  graph_.writes({kCollectives, {0, 1}}, phase);
}

void ScheduleBuilder::add_departures(int exchange, int group) {
  if (separate()) add_packs(exchange, group);
  const ExchangeRoute& e = route_.exchanges[exchange];
  if (e.ranks == 1) return;
  if (e.shared) add_publish(exchange, group);
  if (p2p_) {
    add_sends(exchange, group);
  } else {
    add_collective(exchange, group);
  }
}

void ScheduleBuilder::add_unpacks(int exchange) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int group = 0; group < e.groups; ++group) {
    for (int step = 0; step < e.ranks; ++step) {
      const Block& block = e.received(group, peer_to_receive(e, step));
      if (block.box.volume() == 0) continue;
      add_item(TaskKind::unpack, exchange, group, block.peer, unpack_item(route_, exchange, block));
    }
  }
}

void ScheduleBuilder::add_stage(int stage) {
  const StageShape& shape = route_.decomposition.stages[stage];
  const bool last = stage == exchanges();
  // Only where the chunks follow the message groups can a group leave before the stage ends.
  const bool early =
      !last && !fork_join_ && route_.exchanges[stage].shape.group_axis == shape.chunk_axis;
  if (!last) add_reclaim(stage);
  int departed = 0;
  for (const Chunk& chunk : stage_chunks(shape, route_.groups, route_.chunks)) {
    while (early && departed < chunk.group) add_departures(stage, departed++);
    add_item(TaskKind::transform, stage, chunk.group, 0, transform_item(route_, stage, chunk));
  }
  if (!last) add_barrier(stage, false);
  while (!last && departed < route_.groups) add_departures(stage, departed++);
}

Schedule ScheduleBuilder::run() && {
  // Receives come first, as far as their buffers are free: an exchange shares its buffers with
  // the one before the last.
  if (p2p_) {
    for (int e = 0; e < exchanges() && e < 2; ++e) add_arrivals(e);
  }
  for (int stage = 0; stage <= exchanges(); ++stage) {
    if (p2p_ && stage >= 2 && stage < exchanges()) add_arrivals(stage);
    add_stage(stage);
    if (separate() && stage < exchanges()) add_unpacks(stage);
    if (stage < exchanges()) add_barrier(stage, true);
    if (stage > 0) add_releases(stage - 1);
  }
  return {std::move(graph_).build(), std::move(items_)};
}

}  // namespace

Schedule make_schedule(const Route& route, Exchange exchange, Placement placement, bool fork_join) {
  return ScheduleBuilder(route, exchange, placement, fork_join).run();
}

}  // namespace taskfft
