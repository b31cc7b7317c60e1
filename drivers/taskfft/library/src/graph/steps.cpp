#include "graph/steps.hpp"

namespace taskfft {
namespace {

/// One for each task kind and place.
int phase_of(const Task& task) {
  return task.place * 16 + static_cast<int>(task.kind);
}

}  // namespace

void StepBuilder::add(const Task& task) {
  graph_.add(task);
  phase_ = phase_of(task);
  if (fork_join_) graph_.reads(point_of(kSteps, 0));
}

void StepBuilder::add_arrival(const Task& task) {
  graph_.add(task);
  phase_ = phase_of(task);
  if (fork_join_) graph_.reads(point_of(kArrivals, task.place));
}

void StepBuilder::writes(const Region& region) {
  graph_.writes(region, phase_);
}

void StepBuilder::join(int stage, const std::vector<Region>& regions) {
  graph_.join({TaskKind::barrier, stage, 0, 0, 0}, regions);
}

void StepBuilder::end_stage(int stage) {
  if (!fork_join_) return;
  graph_.add({TaskKind::barrier, stage, 0, 0, 0});
  graph_.writes(point_of(kSteps, 0), 2 * stage);
}

void StepBuilder::end_exchange(int stage, int exchange) {
  if (!fork_join_) return;
  graph_.add({TaskKind::barrier, stage, 0, 0, 0});
  graph_.writes(point_of(kSteps, 0), 2 * stage + 1);
  graph_.writes(point_of(kArrivals, exchange), 2 * stage + 1);
}

}  // namespace taskfft
