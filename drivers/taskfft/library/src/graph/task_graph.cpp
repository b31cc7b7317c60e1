#include "graph/task_graph.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace taskfft {
namespace {

constexpr int kNoPhase = -1;
constexpr std::size_t kFew = 8;  ///< tasks that others may wait for one by one

void append(std::vector<TaskId>& list, const std::vector<TaskId>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

std::span<const TaskId> TaskGraph::successors(TaskId id) const {
  const TaskId first = first_successor_[id];
  return {successors_.data() + first, static_cast<std::size_t>(first_successor_[id + 1] - first)};
}

std::span<const TaskId> TaskGraph::predecessors(TaskId id) const {
  const TaskId first = first_predecessor_[id];
  return {predecessors_.data() + first,
          static_cast<std::size_t>(first_predecessor_[id + 1] - first)};
}

void TaskGraphBuilder::add(const Task& task) {
  tasks_.push_back(task);
  predecessors_.emplace_back();
}

void TaskGraphBuilder::wait_for(const std::vector<TaskId>& tasks) {
  for (TaskId task : tasks) {
    if (task != current()) predecessors_.back().push_back(task);
  }
}

void TaskGraphBuilder::split_at(Space& space, Index at) {
  auto next = space.upper_bound(at);
  if (next == space.begin()) return;
  const auto it = std::prev(next);
  if (it->first == at || it->second.hi <= at) return;
  Access right = it->second;
  it->second.hi = at;
  space.emplace_hint(next, at, std::move(right));
}

template <class Function>
void TaskGraphBuilder::visit(const Region& region, Function function) {
  if (region.range.size() <= 0) return;
  Space& space = spaces_[region.space];
  split_at(space, region.range.lo);
  split_at(space, region.range.hi);
  Index at = region.range.lo;
  while (at < region.range.hi) {
    auto it = space.lower_bound(at);
    if (it == space.end() || it->first > at) {
      const Index gap_end =
          it == space.end() ? region.range.hi : std::min(it->first, region.range.hi);
      it = space.emplace_hint(it, at, Access{gap_end, kNoPhase, {}, {}, {}});
    }
    function(it->second);
    at = it->second.hi;
  }
}

void TaskGraphBuilder::reads(const Region& region) {
  visit(region, [this](Access& access) {
    wait_for(access.writers);
    access.readers.push_back(current());
  });
}

void TaskGraphBuilder::writes(const Region& region, int phase) {
  visit(region, [this, phase](Access& access) {
    if (access.phase != phase || !access.readers.empty()) {
      access.earlier = std::move(access.readers);
      append(access.earlier, access.writers);
      access.writers.clear();
      access.readers.clear();
      access.phase = phase;
    }
    wait_for(access.earlier);
    access.writers.push_back(current());
  });
}

/// By the task that was added last, which waits for them.
void TaskGraphBuilder::replace_crowd(std::vector<TaskId>& tasks) {
  if (tasks.size() <= kFew) return;
  if (tasks != joined_) wait_for(tasks);
  joined_ = std::exchange(tasks, {current()});
}

void TaskGraphBuilder::join(const Task& barrier, const std::vector<Region>& regions) {
  std::vector<Access*> crowded;
  for (const Region& region : regions) {
    visit(region, [&crowded](Access& access) {
      if (std::max(access.writers.size(), access.readers.size()) > kFew) crowded.push_back(&access);
    });
  }
  if (crowded.empty()) return;
  add(barrier);
  joined_.clear();
  for (Access* access : crowded) {
    replace_crowd(access->writers);
    replace_crowd(access->readers);
  }
}

void TaskGraphBuilder::find_middles() {
  std::map<std::tuple<TaskKind, int, int>, double> total, before;
  const auto key = [](const Task& task) { return std::tuple(task.kind, task.place, task.pass); };
  for (const Task& task : tasks_) total[key(task)] += task.work;
  for (Task& task : tasks_) {
    if (task.work <= 0) continue;
    double& done = before[key(task)];
    task.middle = (done + task.work / 2) / total[key(task)];
    done += task.work;
  }
}

TaskGraph TaskGraphBuilder::build() && {
  find_middles();
  TaskGraph graph;
  const std::size_t count = tasks_.size();
  graph.tasks_ = std::move(tasks_);
  graph.first_successor_.assign(count + 1, 0);
  for (std::vector<TaskId>& waits : predecessors_) {
    std::sort(waits.begin(), waits.end());
    waits.erase(std::unique(waits.begin(), waits.end()), waits.end());
    graph.predecessor_counts_.push_back(static_cast<TaskId>(waits.size()));
    graph.first_predecessor_.push_back(static_cast<TaskId>(graph.predecessors_.size()));
    append(graph.predecessors_, waits);
    for (TaskId task : waits) ++graph.first_successor_[task + 1];
  }
  graph.first_predecessor_.push_back(static_cast<TaskId>(graph.predecessors_.size()));
  for (std::size_t k = 0; k < count; ++k) {
    graph.first_successor_[k + 1] += graph.first_successor_[k];
  }
  graph.successors_.resize(graph.first_successor_[count]);
  std::vector<TaskId> next(graph.first_successor_.begin(), graph.first_successor_.end() - 1);
  for (std::size_t k = 0; k < count; ++k) {
    for (TaskId task : predecessors_[k]) graph.successors_[next[task]++] = static_cast<TaskId>(k);
  }
  return graph;
}

}  // namespace taskfft
