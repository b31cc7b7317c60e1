#pragma once
/// Tasks with their dependencies, derived from what the tasks read and write.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "layout/box.hpp"

namespace taskfft {

using TaskId = std::int32_t;

enum class TaskKind {
  receive,     ///< starts a receive; done when the message has arrived
  send,        ///< starts a send; done when the buffer may be written again
  collective,  ///< makes a collective call or starts it; all ranks run these in the same order
  completion,  ///< done when a collective call that was started is complete
  reclaim,     ///< done when nobody reads my shared send buffer any more
  publish,     ///< tells the ranks of my node that a group may be read
  await,       ///< done when a peer of my node has published a group
  release,     ///< tells a peer of my node that I have read all of its blocks
  transform,
  pack,
  unpack,
  barrier,  ///< does nothing: a point in the order
};

/// What takes a thread's time, and may run on any thread.
constexpr bool computes(TaskKind kind) {
  return kind == TaskKind::transform || kind == TaskKind::pack || kind == TaskKind::unpack;
}

/// What a thread only starts or asks for, and other ranks complete.
constexpr bool completes_later(TaskKind kind) {
  return kind == TaskKind::receive || kind == TaskKind::send || kind == TaskKind::completion ||
         kind == TaskKind::await || kind == TaskKind::reclaim;
}

struct Task {
  TaskKind kind;
  int place;  ///< stage of a transform, exchange of everything else
  int group;  ///< message group
  int peer;   ///< of a receive, send, await, release, pack or unpack
  int item;   ///< index of the work item of a transform, pack or unpack
  /// Of a transform, pack or unpack: elements read, and an estimate of the effort.
  Index points = 0;
  double work = 0;
  int pass = -1;  ///< of a stage whose passes are tasks of their own, the one that it does
  /// Where the middle of its work lies in all work of its kind, place and pass, in static order:
  /// from 0 to 1. Set by the graph.
  double middle = 0;
};

/// Tasks in a static order, in which they could run one after the other, and which task waits for
/// which. Built once per plan and direction; a run does not change it.
class TaskGraph {
 public:
  std::size_t size() const { return tasks_.size(); }
  const Task& task(TaskId id) const { return tasks_[id]; }
  /// Tasks that wait for this one.
  std::span<const TaskId> successors(TaskId id) const;
  /// Tasks that this one waits for.
  std::span<const TaskId> predecessors(TaskId id) const;
  /// How many tasks each one waits for.
  const std::vector<TaskId>& predecessor_counts() const { return predecessor_counts_; }

 private:
  friend class TaskGraphBuilder;
  std::vector<Task> tasks_;
  std::vector<TaskId> predecessor_counts_;
  std::vector<TaskId> first_predecessor_;  ///< size() + 1 entries into predecessors_
  std::vector<TaskId> predecessors_;
  std::vector<TaskId> first_successor_;  ///< size() + 1 entries into successors_
  std::vector<TaskId> successors_;
};

/// A part of some memory, or of an imaginary space that only serves to order tasks.
struct Region {
  int space;
  Range range;
  auto operator<=>(const Region&) const = default;
};

/// Derives the dependencies from what the tasks read and write, in the order in which they are
/// added: a reader waits for the last writers; a writer waits for them and for all readers since.
/// Writes of the same phase never touch the same elements, even where their regions overlap, and do
/// not wait for each other.
class TaskGraphBuilder {
 public:
  void add(const Task& task);
  /// The task that was added last reads, or writes, a region.
  void reads(const Region& region);
  void writes(const Region& region, int phase);
  /// Adds a barrier in place of the tasks that have read or written these regions, where more than
  /// a few have: whoever would wait for all of them waits for it instead, so that there are as many
  /// edges as tasks on either side and not their product. Without such a crowd, nothing is added.
  void join(const Task& barrier, const std::vector<Region>& regions);
  TaskGraph build() &&;

 private:
  struct Access {
    Index hi;
    int phase;
    std::vector<TaskId> writers;  ///< of the current phase
    std::vector<TaskId> readers;  ///< since the last write
    std::vector<TaskId> earlier;  ///< what every writer of the current phase waits for
  };
  using Space = std::map<Index, Access>;  // by first element

  void split_at(Space& space, Index at);
  /// Calls a function for each access in the region, after filling its gaps.
  template <class Function>
  void visit(const Region& region, Function function);
  void wait_for(const std::vector<TaskId>& tasks);
  void replace_crowd(std::vector<TaskId>& tasks);
  void find_middles();
  TaskId current() const { return static_cast<TaskId>(tasks_.size()) - 1; }

  std::vector<Task> tasks_;
  std::vector<std::vector<TaskId>> predecessors_;
  std::map<int, Space> spaces_;
  std::vector<TaskId> joined_;  ///< the crowd that the last barrier has replaced
};

}  // namespace taskfft
