#pragma once
/// Fork and join: task graphs in which each step ends before the next begins.

#include "graph/regions.hpp"

namespace taskfft {

/// Builds a task graph. With `fork_join`, every stage and every exchange ends before the next one
/// begins.
class StepBuilder {
 public:
  explicit StepBuilder(bool fork_join) : fork_join_(fork_join) {}
  bool fork_join() const { return fork_join_; }

  /// A task of the present step.
  void add(const Task& task);
  /// A task that may begin early, and is waited for at the end of its exchange.
  void add_arrival(const Task& task);
  /// Ends a stage, or the exchange that it writes to, arrivals included.
  void end_stage(int stage);
  void end_exchange(int stage, int exchange);

  /// The task that was added last reads, or writes, a region. A writer does not wait for others of
  /// its kind and place.
  void reads(const Region& region) { graph_.reads(region); }
  void writes(const Region& region);
  /// The same with a phase given, for tasks of one kind that do wait for each other.
  void writes(const Region& region, int phase) { graph_.writes(region, phase); }

  /// Lets those that come wait for a barrier in place of many tasks of a stage.
  void join(int stage, const std::vector<Region>& regions);

  TaskGraph build() && { return std::move(graph_).build(); }

 private:
  TaskGraphBuilder graph_;
  bool fork_join_;
  int phase_ = 0;  ///< of the task added last
};

}  // namespace taskfft
