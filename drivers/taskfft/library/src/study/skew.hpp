#pragma once
/// Work that is uneven on purpose, of which neither graph nor executor knows: to study what
/// schedulers make of it.

#include "run/executor.hpp"

namespace taskfft {

/// Which tasks take longer than they need, and by how much.
struct Skew {
  int percent;  ///< of a task's own time
  int threads;  ///< of a rank
  int rank;

  /// Whether it is a task of the rank's first thread; with one thread a rank, of the first rank.
  bool lengthens(const Task& task) const;
};

/// What other actions do; after a task that is to take longer the thread spins.
class SkewedActions final : public TaskActions {
 public:
  SkewedActions(TaskActions& actions, const Skew& skew) : actions_(actions), skew_(skew) {}

  const char* name() const override { return actions_.name(); }
  void run(const Task& task, int worker) override;
  bool arrived(const Task& task) override { return actions_.arrived(task); }
  void still_waiting() override { actions_.still_waiting(); }
  MPI_Request* alarm() override { return actions_.alarm(); }
  void post(const Task& task, std::vector<MPI_Request>& requests) override {
    actions_.post(task, requests);
  }
  bool owns_requests(const Task& task) const override { return actions_.owns_requests(task); }

 private:
  TaskActions& actions_;
  Skew skew_;
};

}  // namespace taskfft
