#include "device/direction.hpp"

#include <utility>

namespace taskfft {

DeviceDirection::DeviceDirection(DeviceSteps steps, const Problem& problem, Backend& backend,
                                 Progress& progress)
    : steps_(std::move(steps)),
      in_place_(problem.placement == Placement::in_place),
      real_bytes_(taskfft::real_bytes(problem.precision)),
      backend_(backend),
      progress_(progress),
      groups_missing_(steps_.exchanges.size()),
      begun_(backend.make_event()) {
  for (const DeviceStage& stage : steps_.stages) {
    parts_.emplace_back(stage.parts.size());
    for (Part& part : parts_.back()) part.done = backend_.make_event();
  }
}

void DeviceDirection::connect(const WorkArrays& work, const MakeCarrier& make_carrier) {
  work_ = work;
  for (std::size_t e = 0; e < steps_.exchanges.size(); ++e) {
    carriers_.push_back(
        make_carrier(steps_.exchanges[e], static_cast<int>(e),
                     [this, e](int group, Event event) { landed(e, group, event); }));
  }
}

void DeviceDirection::plan() {
  for (std::size_t s = 0; s < steps_.stages.size(); ++s) {
    const DeviceStage& stage = steps_.stages[s];
    if (stage.work != StageWork::transform) continue;
    for (std::size_t k = 0; k < stage.parts.size(); ++k) {
      if (!stage.parts[k].empty) parts_[s][k].plan = backend_.plan(stage.parts[k].batch);
    }
  }
}

void DeviceDirection::run(std::byte* from, std::byte* to) {
  from_ = from;
  to_ = to;
  begin();
  for (std::size_t k = 0; k < parts_[0].size(); ++k) queue(0, k);
  // In place, what lands would overwrite what has not been read.
  if (in_place_) backend_.wait(Stream::incoming, parts_[0].back().done);
  for (std::size_t k = 0; k < parts_[0].size(); ++k) depart(0, k);
  progress_.run();
}

/// What lands overwrites what an earlier run's last transforms may still be at.
void DeviceDirection::begin() {
  backend_.record(begun_, Stream::compute);
  backend_.wait(Stream::incoming, begun_);
  for (std::size_t e = 0; e < carriers_.size(); ++e) {
    groups_missing_[e] = steps_.exchanges[e].groups;
    carriers_[e]->begin(memory(steps_.stages[e].target), memory(steps_.stages[e + 1].source));
  }
}

void DeviceDirection::queue(std::size_t stage, std::size_t part) {
  const DeviceStage& s = steps_.stages[stage];
  const StagePart& p = s.parts[part];
  if (!p.empty && s.work == StageWork::transform) {
    backend_.transform(parts_[stage][part].plan, at(s.source, p.from), at(s.target, p.to));
  } else if (!p.empty && s.work == StageWork::copy) {
    const std::size_t bytes = element_bytes(s.source.element, real_bytes_);
    backend_.copy_box(Stream::compute, p.copy, bytes, at(s.source, p.from), at(s.target, p.to));
  }
  backend_.record(parts_[stage][part].done, Stream::compute);
}

void DeviceDirection::depart(std::size_t stage, std::size_t part) {
  if (stage + 1 == steps_.stages.size()) return;
  const Event done = parts_[stage][part].done;
  if (steps_.stages[stage].by_group) {
    carriers_[stage]->depart(static_cast<int>(part), done);
    return;
  }
  for (int group = 0; group < steps_.exchanges[stage].groups; ++group) {
    carriers_[stage]->depart(group, done);
  }
}

void DeviceDirection::landed(std::size_t exchange, int group, Event event) {
  const std::size_t next = exchange + 1;
  const bool all = --groups_missing_[exchange] == 0;
  const bool by_group = steps_.stages[next].by_group;
  if (!all && !by_group) return;
  backend_.wait(Stream::compute, event);
  const std::size_t part = by_group ? static_cast<std::size_t>(group) : 0;
  queue(next, part);
  depart(next, part);
}

std::byte* DeviceDirection::memory(const StageArray& array) const {
  if (array.holder == Holder::from) return from_;
  if (array.holder == Holder::to) return to_;
  return work_[static_cast<std::size_t>(array.work)];
}

std::byte* DeviceDirection::at(const StageArray& array, Index offset) const {
  return memory(array) +
         static_cast<std::size_t>(offset) * element_bytes(array.element, real_bytes_);
}

}  // namespace taskfft
