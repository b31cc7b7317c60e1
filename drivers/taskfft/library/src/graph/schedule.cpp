#include "graph/schedule.hpp"

#include <algorithm>

#include "graph/exchange_tasks.hpp"
#include "layout/chunks.hpp"
#include "layout/message_groups.hpp"

namespace taskfft {
namespace {

class ScheduleBuilder {
 public:
  ScheduleBuilder(const Route& route, Exchange exchange, Placement placement, bool fork_join)
      : route_(route),
        placement_(placement),
        graph_(fork_join),
        messages_(route, exchange, placement, graph_) {}

  Schedule run() &&;

 private:
  const StageShape& shape_of(int stage) const { return route_.decomposition.stages[stage]; }
  std::vector<Box> parts(const Block& block, std::size_t stage) const;
  std::vector<Region> lines(const Segment& segment, Box box, int axis, int stage) const;
  void add_item(TaskKind kind, int place, int group, int peer, WorkItem item,
                int pass = kAllPasses);
  void join_items(int stage);
  void add_stage(int stage);
  int groups_before(int stage, const Chunk& chunk, int departed) const;
  void add_transforms(int stage);
  void add_packs(int exchange, int group);
  void add_departures(int exchange, int group);
  void add_unpacks(int exchange);

  const Route& route_;
  Placement placement_;
  StepBuilder graph_;
  ExchangeTasks messages_;
  std::vector<WorkItem> items_;
  std::vector<Region> touched_;  ///< by the items since the last join
};

void append(std::vector<Region>& list, const std::vector<Region>& more) {
  list.insert(list.end(), more.begin(), more.end());
}
bool contains(const std::vector<Region>& list, const Region& region) {
  return std::find(list.begin(), list.end(), region) != list.end();
}

/// What the lines of a box touch in a segment, which may be in an array that `stage` works on.
std::vector<Region> ScheduleBuilder::lines(const Segment& segment, Box box, int axis,
                                           int stage) const {
  const Decomposition& d = route_.decomposition;
  if (of_the_caller(segment.buffer) && d.in_pieces()) {
    const int field = stage / (static_cast<int>(d.stages.size()) / route_.fields);
    return regions_of(segment.buffer, shape_of(stage).piece, d.pieces, field, placement_);
  }
  box[axis] = segment.line;
  return {region_of(segment, box, placement_, route_.same_rows)};
}

/// The parts in which a block is copied: its intersections with the chunks of the stage beside it.
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

void ScheduleBuilder::add_item(TaskKind kind, int place, int group, int peer, WorkItem item,
                               int pass) {
  graph_.add({kind, place, group, peer, static_cast<int>(items_.size()), item.box.volume(),
              work_of(item), pass});
  const LinePass& first = item.passes.front();
  const LinePass& last = item.passes.back();
  std::vector<Region> read, written;
  for (const Segment& s : first.in) append(read, lines(s, item.box, first.axis, place));
  for (const Segment& s : last.out) append(written, lines(s, item.box, last.axis, place));
  // A region that is written, too, needs no reader: the write waits for the same tasks, and the
  // others of the stage do not wait for each other.
  for (const Region& region : read) {
    if (!contains(written, region)) graph_.reads(region);
  }
  for (const Region& region : written) graph_.writes(region);
  append(touched_, read);
  append(touched_, written);
  items_.push_back(std::move(item));
}

/// Those that wait for all of the items need not wait for each of them.
void ScheduleBuilder::join_items(int stage) {
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  graph_.join(stage, touched_);
  touched_.clear();
}

void ScheduleBuilder::add_packs(int exchange, int group) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int step = 1; step < e.ranks; ++step) {
    const Block& block = e.sent(group, e.destination(step));
    for (const Box& part : parts(block, e.writer)) {
      add_item(TaskKind::pack, exchange, group, block.peer,
               pack_item(route_, exchange, block, part));
    }
  }
  join_items(static_cast<int>(e.writer));
}

void ScheduleBuilder::add_departures(int exchange, int group) {
  if (route_.packing == Packing::separate) add_packs(exchange, group);
  messages_.add_departures(exchange, group);
}

void ScheduleBuilder::add_unpacks(int exchange) {
  const ExchangeRoute& e = route_.exchanges[exchange];
  for (int group = 0; group < e.groups; ++group) {
    for (int step = 0; step < e.ranks; ++step) {
      const Block& block = e.received(group, e.origin(step));
      for (const Box& part : parts(block, e.reader)) {
        add_item(TaskKind::unpack, exchange, group, block.peer,
                 unpack_item(route_, exchange, block, part));
      }
    }
  }
  join_items(static_cast<int>(e.writer));
}

/// How many message groups are complete when a chunk of a stage comes, as chunks come in the order
/// of the axis by which they are cut.
int ScheduleBuilder::groups_before(int stage, const Chunk& chunk, int departed) const {
  const StageShape& shape = shape_of(stage);
  const ExchangeRoute& e = route_.exchanges[shape.target.index];
  const Index come = chunk.box[shape.chunk_axis].lo;
  const auto complete = [&](int group) {
    const Box box = group_box(e.shape, shape.target_box(), e.groups, group);
    return box[shape.chunk_axis].hi <= come;
  };
  while (departed < e.groups && complete(departed)) ++departed;
  return departed;
}

/// The transforms of a stage, and the departures of the exchange that it writes to.
void ScheduleBuilder::add_transforms(int stage) {
  const StageShape& shape = shape_of(stage);
  const bool leaves = shape.target.is_exchange();
  const int exchange = shape.target.index;
  if (leaves) messages_.add_reclaim(exchange);
  int departed = 0;
  int pass = kAllPasses;
  for (const Chunk& chunk : transform_chunks(route_, static_cast<std::size_t>(stage))) {
    const int complete = leaves && !graph_.fork_join() ? groups_before(stage, chunk, departed) : 0;
    if (departed < complete || chunk.pass != pass) join_items(stage);
    pass = chunk.pass;
    while (departed < complete) add_departures(exchange, departed++);
    WorkItem item = transform_item(route_, static_cast<std::size_t>(stage), chunk);
    const bool nothing = item.passes.front().in.empty() || item.passes.back().out.empty();
    if (nothing) continue;  // to copy, as all of it stays where it is
    add_item(TaskKind::transform, stage, chunk.group, 0, std::move(item), chunk.pass);
  }
  join_items(stage);
  graph_.end_stage(stage);
  while (leaves && departed < route_.groups) add_departures(exchange, departed++);
}

/// A stage with what follows it. Receives are added as soon as their buffers are free: an exchange
/// has the buffers of the one before the last.
void ScheduleBuilder::add_stage(int stage) {
  const End source = shape_of(stage).source;
  const End target = shape_of(stage).target;
  add_transforms(stage);
  if (target.is_exchange()) {
    if (route_.packing != Packing::fused) add_unpacks(target.index);
    graph_.end_exchange(stage, target.index);
  }
  if (source.is_exchange()) {
    messages_.add_releases(source.index);
    messages_.add_arrivals(source.index + 2);
  }
}

Schedule ScheduleBuilder::run() && {
  messages_.add_arrivals(0);
  messages_.add_arrivals(1);
  const int stages = static_cast<int>(route_.decomposition.stages.size());
  for (int stage = 0; stage < stages; ++stage) add_stage(stage);
  return {std::move(graph_).build(), std::move(items_)};
}

}  // namespace

Schedule make_schedule(const Route& route, Exchange exchange, Placement placement, bool fork_join) {
  return ScheduleBuilder(route, exchange, placement, fork_join).run();
}

}  // namespace taskfft
