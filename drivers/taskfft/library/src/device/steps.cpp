#include "device/steps.hpp"

#include <algorithm>

#include "layout/message_groups.hpp"
#include "layout/work.hpp"

namespace taskfft {
namespace {

constexpr Index kAlignedElements = 16;  // blocks begin on whole lines of memory

Triple lower(const Box& box) {
  return {box[0].lo, box[1].lo, box[2].lo};
}

Triple extents_of(const Box& box) {
  return {box[0].size(), box[1].size(), box[2].size()};
}

/// Axes of a stage's array, slowest first: two passes transform planes as they lie; otherwise lines
/// are contiguous, and what goes by itself is one piece of memory.
std::array<int, 3> stage_order(const StageShape& stage) {
  if (stage.passes.size() == 2) return {0, 1, 2};
  const int line = stage.passes.front().axis;
  return {stage.chunk_axis, 3 - stage.chunk_axis - line, line};
}

bool halves(const StageShape& stage) {
  return std::any_of(stage.passes.begin(), stage.passes.end(),
                     [](const PassShape& pass) { return taskfft::halves(pass.transform); });
}

/// Builds one direction, stage by stage and exchange by exchange.
class Builder {
 public:
  Builder(const Geometry& geometry, const Problem& problem, Order order, int groups, bool forward)
      : g_(geometry), precision_(problem.precision), groups_(groups), forward_(forward) {
    const Decomposition there = forward_decomposition(g_, order);
    d_ = forward ? there : reversed(there);
    const UserArrays arrays = user_arrays(g_, problem.placement, order);
    from_ = forward ? arrays.input : arrays.output;
    to_ = forward ? arrays.output : arrays.input;
    routes_ = make_exchanges(d_, g_, groups);
  }

  DeviceSteps build() {
    steps_.work.resize(d_.stages.size());
    for (std::size_t s = 0; s < d_.stages.size(); ++s) steps_.stages.push_back(stage(s));
    for (std::size_t e = 0; e < d_.exchanges.size(); ++e) steps_.exchanges.push_back(exchange(e));
    return std::move(steps_);
  }

 private:
  bool last(std::size_t s) const { return s + 1 == d_.stages.size(); }

  static StageArray caller_array(Holder holder, const Segment& array) {
    return {holder, 0, array.element, array.origin, array.stride};
  }

  StageArray work_array(std::size_t s) {
    const StageShape& shape = d_.stages[s];
    steps_.work[s] = shape.box.volume();
    return {Holder::work, static_cast<int>(s), g_.element, lower(shape.box),
            dense_strides(shape.box, stage_order(shape))};
  }

  /// Lines arrive where they will be written, unless their transform changes their length.
  StageArray source(std::size_t s) {
    if (s == 0) return caller_array(Holder::from, from_);
    const bool at_goal = last(s) && !halves(d_.stages[s]);
    return at_goal ? caller_array(Holder::to, to_) : work_array(s);
  }

  StageArray target(std::size_t s) {
    return last(s) ? caller_array(Holder::to, to_) : work_array(s);
  }

  DeviceStage stage(std::size_t s) {
    const StageShape& shape = d_.stages[s];
    DeviceStage stage{source(s), target(s), StageWork::nothing, false, {}};
    if (!line_axes(shape).empty()) {
      stage.work = StageWork::transform;
    } else if (!stage.source.same_memory(stage.target)) {
      stage.work = StageWork::copy;
    }
    stage.by_group = goes_by_group(s);
    stage.parts = parts(shape, stage, stage.by_group ? groups_ : 1);
    if (stage.by_group && !aligned(stage)) {
      stage.by_group = false;
      stage.parts = parts(shape, stage, 1);
    }
    return stage;
  }

  /// Whether the message groups beside a stage are ranges that its transform leaves apart.
  bool goes_by_group(std::size_t s) const {
    const StageShape& shape = d_.stages[s];
    const bool from = s == 0 || d_.exchanges[s - 1].group_axis == shape.chunk_axis;
    const bool to = last(s) || d_.exchanges[s].group_axis == shape.chunk_axis;
    return from && to;
  }

  /// Libraries access real lines as pairs of numbers.
  static bool aligned(const DeviceStage& stage) {
    return std::none_of(stage.parts.begin(), stage.parts.end(), [&](const StagePart& part) {
      return !part.empty && ((stage.source.element == Element::real && part.from % 2 != 0) ||
                             (stage.target.element == Element::real && part.to % 2 != 0));
    });
  }

  std::vector<StagePart> parts(const StageShape& shape, const DeviceStage& stage, int count) const {
    std::vector<StagePart> parts;
    for (int part = 0; part < count; ++part) {
      Box box = shape.box;
      box[shape.chunk_axis] = planes_of_group(box[shape.chunk_axis], count, part);
      const bool empty = box.volume() == 0;
      parts.push_back({empty, offset_in(stage.source, box), offset_in(stage.target, box), {}, {}});
      if (empty) continue;
      parts.back().copy = make_box_copy(extents_of(box), stage.source.stride, stage.target.stride);
      if (stage.work == StageWork::transform) parts.back().batch = batch(shape, stage, box);
    }
    return parts;
  }

  Index length(const StageShape& shape, int axis) const {
    return axis == 2 && g_.halved() ? g_.extents[2] : shape.box[axis].size();
  }

  /// The axes along which something is transformed: of one complex point nothing is.
  std::vector<int> line_axes(const StageShape& shape) const {
    std::vector<int> axes;
    for (const PassShape& pass : shape.passes) {
      if (pass.transform == LineTransform::copy) continue;
      const bool point = length(shape, pass.axis) == 1 && !taskfft::halves(pass.transform);
      if (!point) axes.push_back(pass.axis);
    }
    return axes;
  }

  BatchKind kind(const StageShape& shape) const {
    if (!halves(shape)) return forward_ ? BatchKind::forward : BatchKind::backward;
    return forward_ ? BatchKind::real_to_complex : BatchKind::complex_to_real;
  }

  /// The transforms of a box as one batch.
  LineBatch batch(const StageShape& shape, const DeviceStage& stage, const Box& box) const {
    LineBatch batch;
    batch.precision = precision_;
    batch.kind = kind(shape);
    const std::vector<int> axes = line_axes(shape);
    if (axes.size() == 2) {
      batch.dims = 2;
      batch.lengths = {length(shape, 1), length(shape, 2)};
      batch.from = {stage.source.stride[1], stage.source.stride[0]};
      batch.to = {stage.target.stride[1], stage.target.stride[0]};
      batch.count = box[0].size();
      return batch;
    }
    const int line = axes.front();
    const int middle = 3 - shape.chunk_axis - line;
    const int next = box[middle].size() > 1 ? middle : shape.chunk_axis;
    batch.lengths = {length(shape, line), 1};
    batch.from = {0, stage.source.stride[next]};
    batch.to = {0, stage.target.stride[next]};
    batch.count = box[middle].size() * box[shape.chunk_axis].size();
    return batch;
  }

  DeviceExchangeSteps exchange(std::size_t e) const {
    const ExchangeRoute& route = routes_[e];
    DeviceExchangeSteps steps{route.shape.comm, route.ranks, route.me, route.groups, {}, {}, 0, 0};
    for (const Block& block : route.send) {
      steps.departing.push_back(departure(e, block, route.me, steps.send_size));
    }
    for (const Block& block : route.receive) {
      steps.arriving.push_back(arrival(e, block, route.me, steps.receive_size));
    }
    return steps;
  }

  /// A block's strides in a buffer: those of the array that it leaves, without gaps.
  Triple buffer_strides(std::size_t e, const Box& box) const {
    return dense_strides(box, stage_order(d_.stages[e]));
  }

  static DeviceBlock place(const Block& block, int me, Index& size) {
    DeviceBlock placed{block.peer, block.box.volume(), size, 0, {}};
    if (block.peer == me) return placed;
    size += (placed.count + kAlignedElements - 1) / kAlignedElements * kAlignedElements;
    return placed;
  }

  DeviceBlock departure(std::size_t e, const Block& block, int me, Index& size) const {
    DeviceBlock placed = place(block, me, size);
    if (placed.count == 0) return placed;
    const StageArray& array = steps_.stages[e].target;
    placed.array = offset_in(array, block.box);
    placed.copy = make_box_copy(extents_of(block.box), array.stride, buffer_strides(e, block.box));
    return placed;
  }

  /// A peer's array lies as mine, for a box that differs from mine along the axis it has split.
  DeviceBlock arrival(std::size_t e, const Block& block, int me, Index& size) const {
    DeviceBlock placed = place(block, me, size);
    if (placed.count == 0) return placed;
    const StageArray& array = steps_.stages[e + 1].source;
    const Triple extent = extents_of(block.box);
    placed.array = offset_in(array, block.box);
    placed.copy = make_box_copy(extent, buffer_strides(e, block.box), array.stride);
    const ExchangeShape& shape = d_.exchanges[e];
    Box theirs = d_.stages[e].box;
    const int cut = shape.reversed ? shape.whole : shape.split;
    theirs[cut] = share_of(g_, shape, cut, block.peer);
    StageArray left = steps_.stages[e].target;
    left.origin = lower(theirs);
    left.stride = buffer_strides(e, theirs);
    placed.owner = offset_in(left, block.box);
    placed.direct = make_box_copy(extent, left.stride, array.stride);
    return placed;
  }

  Geometry g_;
  Precision precision_;
  int groups_;
  bool forward_;
  Decomposition d_;
  Segment from_{};
  Segment to_{};
  std::vector<ExchangeRoute> routes_;
  DeviceSteps steps_;
};

bool any_of_peer(const std::vector<DeviceBlock>& blocks, int peer) {
  return std::any_of(blocks.begin(), blocks.end(), [peer](const DeviceBlock& block) {
    return block.peer == peer && block.count > 0;
  });
}

}  // namespace

Index offset_in(const StageArray& array, const Box& box) {
  Index offset = 0;
  for (int a = 0; a < 3; ++a) offset += (box[a].lo - array.origin[a]) * array.stride[a];
  return offset;
}

bool DeviceExchangeSteps::sends_to(int peer) const {
  return peer != me && any_of_peer(departing, peer);
}

bool DeviceExchangeSteps::receives_from(int peer) const {
  return peer != me && any_of_peer(arriving, peer);
}

DeviceSteps make_device_steps(const Geometry& geometry, const Problem& problem, Order order,
                              int groups, bool forward) {
  return Builder(geometry, problem, order, groups, forward).build();
}

}  // namespace taskfft
