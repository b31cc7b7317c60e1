#include "layout/chunks.hpp"

#include <algorithm>

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

/// Part of a range, cut between tiles.
Range part_of(Range range, Index tile, int parts, int part) {
  const Range tiles = split({0, (range.size() + tile - 1) / tile}, parts, part);
  return {std::min(range.hi, range.lo + tiles.lo * tile),
          std::min(range.hi, range.lo + tiles.hi * tile)};
}

void add_parts(std::vector<Chunk>& chunks, const Route& route, const StageShape& stage,
               const PlaneCut& cut, Chunk plane, std::size_t pass) {
  const int axis = tile_axis(stage, pass);
  const Index tile = tiles_of(route, stage, pass);
  for (int part = 0; part < cut.parts; ++part) {
    Chunk chunk = plane;
    chunk.box[axis] = part_of(stage.box[axis], tile, cut.parts, part);
    if (chunk.box.volume() > 0) chunks.push_back(chunk);
  }
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
  const Index planes = stage.box[stage.chunk_axis].size();
  const bool whole = stage.chunk_axis != stage.plane_axis || stage.box.volume() == 0 ||
                     route.threads == 1 || route.chunks * Index{route.groups} < planes;
  const bool two = has_two_steps(stage);
  const Segment plane = plane_segment(stage.box, route.element, stage.plane_axis,
                                      stage.passes[0].axis, stage.passes[0].axis);
  const bool large = !whole && stage.passes.size() > 1 && too_large(route, stage, plane.size);
  if (whole || !(large || too_few(planes, route.threads))) return {};
  constexpr Index each = 4;     // tasks of a pass for each thread
  constexpr Index at_once = 8;  // parts, at least, that save memory
  Index parts = std::max((each * route.threads + planes - 1) / planes, large ? at_once : 1);
  for (std::size_t pass = 0; pass < stage.passes.size(); ++pass) {
    const Index lines = stage.box[tile_axis(stage, pass)].size();
    parts = std::min(parts, std::max<Index>(1, lines / tiles_of(route, stage, pass)));
  }
  if (!two) return {static_cast<int>(parts)};
  const Index busy =
      (2 * route.threads + parts - 1) / parts + 1;  // planes that keep all threads so
  return {static_cast<int>(parts), static_cast<int>(std::min(planes, busy)), plane.size};
}

std::vector<Chunk> transform_chunks(const Route& route, std::size_t index) {
  const StageShape& stage = route.decomposition.stages[index];
  const PlaneCut cut = plane_cut(route, index);
  if (!cut.cuts()) return stage_chunks(stage, route.groups, route.chunks);
  std::vector<Chunk> chunks;
  int number = 0;
  for (const Chunk& plane :
       stage_chunks(stage, route.groups, static_cast<int>(stage.box[stage.chunk_axis].size()))) {
    Chunk chunk = plane;
    if (!has_two_steps(stage)) {
      add_parts(chunks, route, stage, cut, chunk, 0);
      continue;
    }
    chunk.slot = number++ % cut.slots;
    for (const int pass : {0, 1}) {
      chunk.pass = pass;
      add_parts(chunks, route, stage, cut, chunk, static_cast<std::size_t>(pass));
    }
  }
  return chunks;
}

}  // namespace taskfft
