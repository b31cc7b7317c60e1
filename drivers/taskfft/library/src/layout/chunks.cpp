#include "layout/chunks.hpp"

#include <algorithm>

#include "layout/message_groups.hpp"
#include "layout/tile_rows.hpp"

namespace taskfft {
namespace {

/// Along which the lines of a pass lie side by side in a plane.
int tile_axis(const StageShape& stage, std::size_t pass) {
  return 3 - stage.passes[pass].axis - stage.plane_axis;
}

/// How planes are cut between lines of a pass.
Index tiles_of(const Route& route, const StageShape& stage, std::size_t pass) {
  const PassShape& shape = stage.passes[pass];
  const Index length = std::max(shape.in.length(), shape.out.length());
  return whole_tiles(length, element_bytes(route.element, route.real_bytes));
}

/// Whether whole planes leave threads idle for more than a quarter of the time.
bool too_few(Index planes, int threads) {
  const Index rounds = (planes + threads - 1) / threads;
  return 4 * planes < 3 * rounds * threads;
}

/// Whether a plane for each thread is too much, together and beside the array.
bool too_large(const Route& route, const StageShape& stage, Index plane) {
  constexpr Index enough = Index{1} << 26U;  // bytes
  const Index all = route.threads * plane;
  const auto unit = static_cast<Index>(element_bytes(route.element, route.real_bytes));
  return all * unit > enough && 8 * all > stage.box.volume();
}

/// Whether its passes are steps of their own where planes are cut: each needs all lines of the one
/// before it, unless it transforms the same ones.
bool has_two_steps(const StageShape& stage) {
  return stage.passes.size() > 1 && !stage.turns();
}

/// An exchange beside a stage that goes across.
struct Across {
  const ExchangeShape* exchange;  ///< null: none does
  int ranges;                     ///< of the third axis
  bool written;                   ///< by the stage, else it reads from there
};

/// That of a stage's exchanges which goes across, seen from the side that works along an axis:
/// along the group axis the one with planes, along the third one that with lines.
Across across_beside(const Route& route, const StageShape& stage, bool planes) {
  for (const End& end : {stage.source, stage.target}) {
    if (!end.is_exchange()) continue;
    const ExchangeShape& shape = route.decomposition.exchanges[static_cast<std::size_t>(end.index)];
    const int ranges = ranges_across(shape, route.groups);
    if (ranges > 0 && stage.chunk_axis == (planes ? shape.group_axis : shape.third())) {
      return {&shape, ranges, end == stage.target};
    }
  }
  return {nullptr, 0, false};
}

/// A pass of a plane, or of a range of its lines, in so many parts.
void add_parts(std::vector<Chunk>& chunks, const Route& route, const StageShape& stage,
               const Chunk& plane, std::size_t pass, int parts) {
  const int axis = tile_axis(stage, pass);
  const Index tile = tiles_of(route, stage, pass);
  for (int part = 0; part < parts; ++part) {
    Chunk chunk = plane;
    chunk.box[axis] = split_tiles(plane.box[axis], tile, parts, part);
    if (chunk.box.volume() > 0) chunks.push_back(chunk);
  }
}

/// Planes that are cut, one after the other in the slots that threads share; `add` adds the chunks
/// of a pass of one.
template <class Add>
void add_cut_planes(const StageShape& stage, int groups, const PlaneCut& cut, Add add) {
  int number = 0;
  const auto planes = static_cast<int>(stage.box[stage.chunk_axis].size());
  for (Chunk plane : stage_chunks(stage, groups, planes)) {
    if (!has_two_steps(stage)) {
      add(plane, std::size_t{0});
      continue;
    }
    plane.slot = number++ % cut.slots;
    for (const int pass : {0, 1}) {
      plane.pass = pass;
      add(plane, static_cast<std::size_t>(pass));
    }
  }
}

/// How threads cut the planes of a stage, which take so much memory each.
PlaneCut cut_for_threads(const Route& route, const StageShape& stage, Index plane_size) {
  const Index planes = stage.box[stage.chunk_axis].size();
  const bool whole = stage.chunk_axis != stage.plane_axis || stage.box.volume() == 0 ||
                     route.threads == 1 || route.chunks * Index{route.groups} < planes;
  const bool large = !whole && stage.passes.size() > 1 && too_large(route, stage, plane_size);
  if (whole || !(large || too_few(planes, route.threads))) return {};
  constexpr Index each = 4;     // tasks of a pass for each thread
  constexpr Index at_once = 8;  // parts, at least, that save memory
  Index parts = std::max((each * route.threads + planes - 1) / planes, large ? at_once : 1);
  for (std::size_t pass = 0; pass < stage.passes.size(); ++pass) {
    const Index lines = stage.box[tile_axis(stage, pass)].size();
    parts = std::min(parts, std::max<Index>(1, lines / tiles_of(route, stage, pass)));
  }
  return {static_cast<int>(parts)};
}

}  // namespace

std::vector<Chunk> stage_chunks(const StageShape& stage, int groups, int chunks) {
  std::vector<Chunk> result;
  for (int group = 0; group < groups; ++group) {
    const Range share = split(stage.box[stage.chunk_axis], groups, group);
    const int parts = static_cast<int>(std::min<Index>(chunks, share.size()));
    for (int chunk = 0; chunk < parts; ++chunk) {
      Box box = stage.box;
      box[stage.chunk_axis] = split(share, parts, chunk);
      if (box.volume() > 0) result.push_back({box, group});
    }
  }
  return result;
}

PlaneCut plane_cut(const Route& route, std::size_t index) {
  const StageShape& stage = route.decomposition.stages[index];
  const Segment plane = plane_segment(stage.box, route.element, stage.plane_axis,
                                      stage.passes[0].axis, stage.passes[0].axis);
  PlaneCut cut = cut_for_threads(route, stage, plane.size);
  const Across across = across_beside(route, stage, true);
  if (!has_two_steps(stage) || !(cut.cuts() || across.exchange)) return cut;
  const Index planes = stage.box[stage.chunk_axis].size();
  const Index busy = cut.cuts()  // planes that keep all threads so
                         ? (2 * route.threads + cut.parts - 1) / cut.parts + 1
                         : route.threads;
  cut.slots = static_cast<int>(std::min(planes, busy));
  cut.slot_size = plane.size;
  return cut;
}

namespace {

/// The chunks of those planes of a stage, or of a part of it, that are in the groups chosen.
template <class Choose>
void add_chunks(std::vector<Chunk>& chunks, const Route& route, const StageShape& stage,
                const PlaneCut& cut, int groups, Choose chosen) {
  if (cut.cuts()) {
    add_cut_planes(stage, groups, cut, [&](const Chunk& plane, std::size_t pass) {
      if (chosen(plane.group)) add_parts(chunks, route, stage, plane, pass, cut.parts);
    });
    return;
  }
  for (const Chunk& chunk : stage_chunks(stage, groups, route.chunks)) {
    if (chosen(chunk.group)) chunks.push_back(chunk);
  }
}

/// The planes whose message groups go across: the pass beside the exchange by the groups' ranges.
void add_planes_across(std::vector<Chunk>& chunks, const Route& route, StageShape stage,
                       const PlaneCut& cut, const Across& across) {
  const std::size_t beside = across.written ? stage.passes.size() - 1 : 0;
  const int third = across.exchange->third();
  Range& planes = stage.box[stage.chunk_axis];
  planes = planes_across(*across.exchange, planes, route.groups);
  const int parts_of_range = (cut.parts + across.ranges - 1) / across.ranges;
  add_cut_planes(stage, 1, cut, [&](Chunk plane, std::size_t pass) {
    if (pass != beside) return add_parts(chunks, route, stage, plane, pass, cut.parts);
    for (int number = 0; number < across.ranges; ++number) {
      plane.box[third] = range_across(*across.exchange, stage.box[third], route.groups, number);
      add_parts(chunks, route, stage, plane, pass, parts_of_range);
    }
  });
}

/// The lines beside an exchange that goes across, range by range, and about as many chunks as
/// otherwise.
void add_ranges(std::vector<Chunk>& chunks, const Route& route, StageShape stage,
                const PlaneCut& cut, const Across& across) {
  const Range whole = stage.box[stage.chunk_axis];
  for (int number = 0; number < across.ranges; ++number) {
    Range& range = stage.box[stage.chunk_axis];
    range = range_across(*across.exchange, whole, route.groups, number);
    const auto groups = static_cast<int>((route.groups * range.size() + whole.size() - 1) /
                                         std::max<Index>(1, whole.size()));
    add_chunks(chunks, route, stage, cut, groups, [](int) { return true; });
  }
}

}  // namespace

std::vector<Chunk> transform_chunks(const Route& route, std::size_t index) {
  const StageShape& stage = route.decomposition.stages[index];
  const PlaneCut cut = plane_cut(route, index);
  std::vector<Chunk> chunks;
  if (const Across across = across_beside(route, stage, false); across.exchange) {
    add_ranges(chunks, route, stage, cut, across);
    return chunks;
  }
  const Across across = across_beside(route, stage, true);
  const auto by_planes = [&](int group) {
    return !across.exchange || !goes_across(*across.exchange, route.groups, group);
  };
  const bool across_first = across.exchange && across.exchange->reversed;
  if (across_first) add_planes_across(chunks, route, stage, cut, across);
  add_chunks(chunks, route, stage, cut, route.groups, by_planes);
  if (across.exchange && !across_first) add_planes_across(chunks, route, stage, cut, across);
  return chunks;
}

}  // namespace taskfft
