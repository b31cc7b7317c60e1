#pragma once

#include "graph/regions.hpp"

namespace taskfft {

/// A graph of tasks in the making, whose steps, stages and exchanges, end one before the next
/// begins where `fork_join` is asked for.
class StepBuilder {
 public:
  explicit StepBuilder(bool fork_join) : fork_join_(fork_join) {}
  bool fork_join() const { return fork_join_; }

  /// A task that belongs to the step at hand.
  void add(const Task& task);
  /// One that begins early, but is waited for at the end of its exchange.
  void add_arrival(const Task& task);
  /// Ends a step: a stage, or the exchange that it writes to with its arrivals.
  void end_stage(int stage);
  void end_exchange(int stage, int exchange);

  /// The task added last reads, or writes, a region; a writer does not wait for others of its kind
  /// and place.
  void reads(const Region& region) { graph_.reads(region); }
  void writes(const Region& region);
  /// A phase of its own, where all tasks of a kind wait for each other.
  void writes(const Region& region, int phase) { graph_.writes(region, phase); }

  TaskGraph build() && { return std::move(graph_).build(); }

 private:
  TaskGraphBuilder graph_;
  bool fork_join_;
  int phase_ = 0;  ///< of the task added last
};

}  // namespace taskfft
