#include "layout/chunks.hpp"

#include <algorithm>
#include <array>

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

/// The exchange at an end of a stage, if it goes across and the stage is that side of it which
/// works along its group axis, with planes, or along the other one, with lines; else null.
const ExchangeShape* across_at(const Route& route, const StageShape& stage, const End& end,
                               bool planes) {
  if (!end.is_exchange()) return nullptr;
  const auto index = static_cast<std::size_t>(end.index);
  const ExchangeShape& shape = route.decomposition.exchanges[index];
  if (shape.ranges == 0) return nullptr;
  return stage.chunk_axis == (planes ? shape.group_axis : shape.across_axis) ? &shape : nullptr;
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

/// Into how many parts threads cut the planes of a stage, which take so much memory each.
Index parts_for_threads(const Route& route, const StageShape& stage, Index plane_size) {
  const Index planes = stage.box[stage.chunk_axis].size();
  if (route.threads == 1 || route.chunks * Index{route.groups} < planes) return 1;
  const bool large = stage.passes.size() > 1 && too_large(route, stage, plane_size);
  if (!large && !too_few(planes, route.threads)) return 1;
  constexpr Index each = 4;     // tasks of a pass for each thread
  constexpr Index at_once = 8;  // parts, at least, that save memory
  return std::max((each * route.threads + planes - 1) / planes, large ? at_once : 1);
}

/// Into how many, so that between tasks MPI is asked for messages before those under way are
/// through. Not where lines wait for all groups that come: as many tasks more would each have an
/// edge from each of them.
Index parts_for_messages(const Route& route, const StageShape& stage, Index plane_size) {
  constexpr Index part = Index{1} << 16U;  // elements, some 0.3 ms for two passes
  const bool lines =
      across_at(route, stage, stage.source, false) || across_at(route, stage, stage.target, false);
  return route.groups == 1 || lines ? 1 : plane_size / part;
}

/// How the planes of a stage are cut that take so much memory each, as far as they have tiles.
PlaneCut cut_planes(const Route& route, const StageShape& stage, Index plane_size) {
  if (stage.chunk_axis != stage.plane_axis || stage.box.volume() == 0) return {};
  Index parts = std::max(parts_for_threads(route, stage, plane_size),
                         parts_for_messages(route, stage, plane_size));
  for (std::size_t pass = 0; pass < stage.passes.size(); ++pass) {
    const Index lines = stage.box[tile_axis(stage, pass)].size();
    parts = std::min(parts, lines / tiles_of(route, stage, pass));
  }
  return {static_cast<int>(std::max<Index>(parts, 1))};
}

}  // namespace

std::vector<Chunk> stage_chunks(const StageShape& stage, int groups, int chunks) {
  std::vector<Chunk> result;
  for (int group = 0; group < groups; ++group) {
    const Range share = planes_of_group(stage.box[stage.chunk_axis], groups, group);
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
  PlaneCut cut = cut_planes(route, stage, plane.size);
  const bool steps = std::ranges::any_of(std::array{stage.source, stage.target}, [&](End end) {
    const ExchangeShape* const across = across_at(route, stage, end, true);
    return across && ranges_of_lines(*across);
  });
  if (!has_two_steps(stage) || !(cut.cuts() || steps)) return cut;
  const Index planes = stage.box[stage.chunk_axis].size();
  const Index busy = cut.cuts()  // planes that keep all threads so
                         ? (2 * route.threads + cut.parts - 1) / cut.parts + 1
                         : route.threads;
  cut.slots = static_cast<int>(std::min(planes, busy));
  cut.slot_size = plane.size;
  return cut;
}

namespace {

bool all_groups(int) {
  return true;
}

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

/// The planes whose message groups go across, those of the exchange that the stage reads from or of
/// the one that it writes to: one by one, as groups cut them anywhere, and where ranges are of
/// lines the pass beside the exchange range by range.
void add_planes_across(std::vector<Chunk>& chunks, const Route& route, StageShape stage,
                       const PlaneCut& cut, const ExchangeShape& exchange) {
  Range& planes = stage.box[stage.chunk_axis];
  planes = planes_across(exchange, planes);
  if (!ranges_of_lines(exchange)) {
    return add_chunks(chunks, route, stage, cut, static_cast<int>(planes.size()), all_groups);
  }
  const std::size_t beside = exchange.reversed || !has_two_steps(stage) ? 0 : 1;
  const int third = exchange.third();
  const int parts_of_range = (cut.parts + exchange.ranges - 1) / exchange.ranges;
  add_cut_planes(stage, 1, cut, [&](Chunk plane, std::size_t pass) {
    if (pass != beside) return add_parts(chunks, route, stage, plane, pass, cut.parts);
    for (int number = 0; number < exchange.ranges; ++number) {
      plane.box[third] = range_across(exchange, stage.box[third], number);
      add_parts(chunks, route, stage, plane, pass, parts_of_range);
    }
  });
}

/// The planes of a stage: first those that come across, last those that leave so.
void add_planes(std::vector<Chunk>& chunks, const Route& route, const StageShape& stage,
                const PlaneCut& cut) {
  const ExchangeShape* const source = across_at(route, stage, stage.source, true);
  const ExchangeShape* const target = across_at(route, stage, stage.target, true);
  const auto by_planes = [&](int group) {
    return !(source && goes_across(*source, route.groups, group)) &&
           !(target && goes_across(*target, route.groups, group));
  };
  if (source) add_planes_across(chunks, route, stage, cut, *source);
  add_chunks(chunks, route, stage, cut, route.groups, by_planes);
  if (target) add_planes_across(chunks, route, stage, cut, *target);
}

/// The lines beside exchanges that go across, range by range, and about as many chunks as
/// otherwise.
void add_ranges(std::vector<Chunk>& chunks, const Route& route, StageShape stage,
                const PlaneCut& cut, const ExchangeShape& exchange) {
  const Range whole = stage.box[stage.chunk_axis];
  for (int number = 0; number < exchange.ranges; ++number) {
    Range& range = stage.box[stage.chunk_axis];
    range = range_across(exchange, whole, number);
    const auto groups = static_cast<int>((route.groups * range.size() + whole.size() - 1) /
                                         std::max<Index>(1, whole.size()));
    add_chunks(chunks, route, stage, cut, groups, all_groups);
  }
}

}  // namespace

std::vector<Chunk> transform_chunks(const Route& route, std::size_t index) {
  const StageShape& stage = route.decomposition.stages[index];
  const PlaneCut cut = plane_cut(route, index);
  std::vector<Chunk> chunks;
  for (const End& end : {stage.source, stage.target}) {
    // Of two exchanges, both go across by the same ranges.
    if (const ExchangeShape* const across = across_at(route, stage, end, false)) {
      add_ranges(chunks, route, stage, cut, *across);
      return chunks;
    }
  }
  add_planes(chunks, route, stage, cut);
  return chunks;
}

}  // namespace taskfft
