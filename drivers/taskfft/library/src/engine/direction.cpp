#include "engine/direction.hpp"

#include <algorithm>
#include <cmath>

#include "engine/routes.hpp"
#include "support/kept.hpp"
#include "support/streaming.hpp"
#include "taskfft/error.hpp"
#include "taskfft/spectrum.hpp"

namespace taskfft {

namespace {

/// What a direction multiplies by.
double factor_of(const Setup& setup, bool forward) {
  const double whole = 1 / round_trip_factor(setup.problem);
  switch (setup.options.scaling) {
    case Scaling::forward:
      return forward ? whole : 1;
    case Scaling::backward:
      return forward ? 1 : whole;
    case Scaling::symmetric:
      return std::sqrt(whole);
    case Scaling::none:
      break;
  }
  return 1;
}

Route route_of(const Setup& setup, Trip trip) {
  if (trip == Trip::round) return make_round_trip_route(setup);
  return trip == Trip::shown ? make_shown_route(setup) : make_route(setup, trip == Trip::forward);
}

}  // namespace

template <class Real>
Direction<Real>::Direction(const Setup& setup, Trip trip, const Communicators& communicators,
                           Alarm& alarm)
    : route_(route_of(setup, trip)),
      schedule_(make_schedule(route_, setup.options.exchange, setup.problem.placement,
                              setup.options.scheduler == Scheduler::fork_join)),
      setup_(setup),
      communicators_(communicators),
      alarm_(alarm),
      trip_(trip),
      factor_(static_cast<Real>(factor_of(setup, trip == Trip::forward))),
      turn_factor_(trip == Trip::round ? static_cast<Real>(factor_of(setup, true)) : Real{1}) {
  for (const ExchangeRoute& exchange : route_.exchanges) readers_.push_back(exchange.readers());
}

template <class Real>
void Direction<Real>::bind(const BufferPointers& buffers, std::vector<Workspace>& workspaces,
                           const KernelChoice& choice, Kernels<Real>& kernels,
                           SharedBufferUses* shared) {
  choice_ = choice;
  kernels_ = &kernels;
  stores_ = choice.stores;
  shared_ = shared;
  workspaces_ = &workspaces;
  bind_passes(buffers);
  bind_exchanges();
}

template <class Real>
void Direction<Real>::bind_arrays(void* from, void* to) {
  if (buffers_[Buffer::from] == from && buffers_[Buffer::to] == to) return;
  BufferPointers buffers = buffers_;
  buffers[Buffer::from] = from;
  buffers[Buffer::to] = to;
  bind_passes(buffers);
}

template <class Real>
void Direction<Real>::bind_passes(const BufferPointers& buffers) {
  std::vector<std::vector<PreparedPass<Real>>> items;
  items.reserve(schedule_.items.size());
  for (const WorkItem& item : schedule_.items) {
    std::vector<PreparedPass<Real>>& passes = items.emplace_back();
    for (const LinePass& pass : item.passes) {
      const bool back = trip_ == Trip::backward || trip_ == Trip::shown || pass.returns;
      const int sign = back ? +1 : -1;  // of the exponent
      passes.emplace_back(pass, item.box, sign, buffers, workspaces_->front(), choice_.kernel,
                          *kernels_);
    }
  }
  items_ = std::move(items);
  buffers_ = buffers;
}

template <class Real>
void Direction<Real>::bind_exchanges() {
  messages_.clear();
  collectives_.clear();
  const Options& options = setup_.options;
  for (std::size_t e = 0; e < route_.exchanges.size(); ++e) {
    const auto part = static_cast<std::size_t>(route_.exchanges[e].shape.comm);
    const bool calls = collective(options.exchange);
    const std::optional<NodeOfExchange>& node = communicators_.nodes[part];
    const Communicator& comm =
        calls && !node ? communicators_.parts[part] : *communicators_.messages;
    const PreparedExchange prepared{route_, e, buffers_, comm.get(), sizeof(Real)};
    if (!calls) {
      messages_.emplace_back(prepared, options.message_limit,
                             options.exchange == Exchange::persistent);
      continue;
    }
    CollectiveCalls& groups = collectives_.emplace_back();
    for (int group = 0; group < route_.groups; ++group) {
      groups.push_back(
          node ? make_joined(prepared, group, setup_.geometry, *node, options.message_limit)
               : make_collective(options.exchange, prepared, group));
    }
  }
}

template <class Real>
void Direction<Real>::keep_calls() {
  if (collectives_.empty()) return;
  keep_until_exit(std::make_shared<std::vector<CollectiveCalls>>(std::move(collectives_)));
}

template <class Real>
KnownLines Direction<Real>::known_lines() const {
  KnownLines lines{false, false};
  for (const StageShape& stage : route_.decomposition.stages) {
    for (const PassShape& pass : stage.passes) {
      if (pass.transform == LineTransform::copy) continue;
      const bool on_lanes = lanes_have(pass.transform, setup_.geometry.extents[pass.axis]);
      (on_lanes ? lines.on_lanes : lines.on_rows) = true;
    }
  }
  return lines;
}

template <class Real>
bool Direction<Real>::uses_lanes() const {
  return std::any_of(
      items_.begin(), items_.end(), [](const std::vector<PreparedPass<Real>>& passes) {
        return std::any_of(passes.begin(), passes.end(),
                           [](const PreparedPass<Real>& pass) { return pass.uses_lanes(); });
      });
}

template <class Real>
void Direction<Real>::begin(const SpectrumVisitor* visit) {
  visit_ = visit;
  if (shared_ == nullptr) return;
  use_.clear();
  releases_before_.clear();
  for (std::size_t e = 0; e < route_.exchanges.size(); ++e) {
    use_.push_back(++shared_->uses[e % 2]);
    releases_before_.push_back(shared_->releases[e % 2]);
    shared_->releases[e % 2] += readers_[e];
  }
}

template <class Real>
bool Direction<Real>::arrived(const Task& task) {
  const int parity = task.place % 2;
  const auto exchange = static_cast<std::size_t>(task.place);
  if (task.kind == TaskKind::reclaim) {
    return shared_->buffers.releases(parity) >= releases_before_[exchange];
  }
  const int owner = route_.exchanges[exchange].received(task.group, task.peer).owner;
  return shared_->buffers.published(owner, parity, task.group, use_[exchange]);
}

/// Asking for the alarm calls MPI: any MPI progresses all other messages in that call.
template <class Real>
void Direction<Real>::still_waiting() {
  if (alarm_.heard() || (shared_ != nullptr && shared_->buffers.any_failed())) {
    throw failed_elsewhere();
  }
}

/// Whether a task writes to the array of the result: all of its lines, or what of them stays on the
/// rank.
template <class Real>
bool Direction<Real>::writes_result(const Task& task) const {
  if (task.kind != TaskKind::transform) return false;
  const WorkItem& item = schedule_.items[static_cast<std::size_t>(task.item)];
  if (item.passes.back().out.front().buffer == Buffer::planes) return false;
  End target = stage_of(task).target;
  if (target.is_exchange()) {
    const ExchangeRoute& exchange = route_.exchanges[static_cast<std::size_t>(target.index)];
    if (exchange.own != OwnBlock::in_target) return false;
    target = route_.decomposition.stages[exchange.reader].target;
  }
  return target.index % kArrays == (trip_ == Trip::round ? kFrom : kTo);
}

/// Whether its lines are to be multiplied: where the next stage only copies, it copies the product.
template <class Real>
bool Direction<Real>::scales(const Task& task) const {
  if (factor_ == 1 || !writes_result(task)) return false;
  const End& source = stage_of(task).source;
  return !source.is_exchange() ||
         route_.exchanges[static_cast<std::size_t>(source.index)].own != OwnBlock::in_target;
}

template <class Real>
bool Direction<Real>::shows(const Task& task) const {
  return visit_ != nullptr && trip_ == Trip::forward && writes_result(task);
}

/// Calls the visitor, if there is one, for what a pass has made of such lines in a worker's plane
/// or in the caller's array.
template <class Real>
void Direction<Real>::show(const Task& task, const LinePass& pass, const WrittenLines& lines,
                           Workspace& workspace) const {
  if (visit_ == nullptr) return;
  const int each = static_cast<int>(route_.decomposition.stages.size()) / route_.fields;
  const Geometry& g = setup_.geometry;
  const VisitedArray array{g.dims, g.axes, task.place / each, setup_.problem.precision};
  const Box& box = schedule_.items[static_cast<std::size_t>(task.item)].box;
  for (const Segment& segment : pass.out) {
    const bool plane = segment.buffer == Buffer::plane;
    if (!plane && !of_the_caller(segment.buffer)) continue;
    void* const base = plane ? workspace.plane.get() : buffers_.of(segment);
    visit_lines(pass, segment, box, base, lines, array, *visit_);
  }
}

/// One plane of such a task, block by block of what is final.
template <class Real>
void Direction<Real>::run_final(const Task& task, Index plane, Workspace& workspace) {
  const std::vector<PreparedPass<Real>>& passes = items_[task.item];
  const PreparedPass<Real>& last = passes.back();
  for (const PreparedPass<Real>& pass : passes) {
    if (&pass != &last) pass.run(plane, stores_, workspace);
  }
  const LinePass& shown = schedule_.items[static_cast<std::size_t>(task.item)].passes.back();
  const bool scaled = scales(task), seen = shows(task);
  if (!seen && stores_ != Stores::cached && last.scales()) {
    return last.run(plane, stores_, workspace, factor_);
  }
  const Index block = last.block_rows();
  for (Index row = 0; row < last.rows(); row += block) {
    const Range rows{row, std::min(last.rows(), row + block)};
    last.run(plane, rows, Stores::cached, workspace);
    if (scaled) last.scale(plane, rows, factor_, workspace);
    if (seen) show(task, shown, {plane, rows}, workspace);
  }
}

/// One plane where a round trip turns, or of a spectrum that is shown: as many lines at a time as
/// there is room for, there, shown, and back, all in the cache.
template <class Real>
void Direction<Real>::run_turn(const Task& task, Index plane, Workspace& workspace) {
  const PreparedPass<Real>& there = items_[task.item].front();
  const PreparedPass<Real>& back = items_[task.item].back();
  const LinePass& shown = schedule_.items[static_cast<std::size_t>(task.item)].passes.front();
  // What lies where it was read is in the cache still.
  const bool stays = stage_of(task).source == stage_of(task).target;
  const Stores stores = stays ? Stores::cached : stores_;
  const Index block = shown.out.front().lines;
  for (Index row = 0; row < there.rows(); row += block) {
    const Range rows{row, std::min(there.rows(), row + block)};
    there.run(plane, rows, Stores::cached, workspace);
    if (turn_factor_ != 1) there.scale(plane, rows, turn_factor_, workspace);
    show(task, shown, {plane, rows}, workspace);
    back.run(plane, rows, stores, workspace);
  }
}

template <class Real>
const char* Direction<Real>::name() const {
  if (trip_ == Trip::round) return "round trip";
  return trip_ == Trip::forward ? "forward" : "backward";
}

template <class Real>
void Direction<Real>::run(const Task& task, int worker) {
  if (task.kind == TaskKind::collective) return collectives_[task.place][task.group]->make();
  const int parity = task.place % 2;
  const auto place = static_cast<std::size_t>(task.place);
  if (task.kind == TaskKind::publish) {
    return shared_->buffers.publish(parity, task.group, use_[place]);
  }
  if (task.kind == TaskKind::release) {
    return shared_->buffers.release(route_.exchanges[place].received(0, task.peer).owner, parity);
  }
  const std::vector<PreparedPass<Real>>& passes = items_[task.item];
  Workspace& workspace = (*workspaces_)[static_cast<std::size_t>(worker)];
  const bool final = scales(task) || shows(task);
  const bool turns = task.kind == TaskKind::transform && stage_of(task).turns();
  for (Index plane = 0; plane < passes.front().planes(); ++plane) {
    if (turns) {
      run_turn(task, plane, workspace);
    } else if (final) {
      run_final(task, plane, workspace);
    } else {
      for (const PreparedPass<Real>& pass : passes) pass.run(plane, stores_, workspace);
    }
  }
  // Another thread may tell others of them.
  if (stores_ != Stores::cached) order_streaming_stores();
}

template <class Real>
void Direction<Real>::post(const Task& task, std::vector<MPI_Request>& requests) {
  if (task.kind == TaskKind::completion) {
    requests.push_back(collectives_[task.place][task.group]->request());
  } else {
    messages_[task.place].post(task, requests);
  }
}

template <class Real>
bool Direction<Real>::owns_requests(const Task& task) const {
  return task.kind == TaskKind::completion || setup_.options.exchange == Exchange::persistent;
}

template class Direction<double>;
template class Direction<float>;

}  // namespace taskfft
