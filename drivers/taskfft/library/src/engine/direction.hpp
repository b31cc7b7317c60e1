#pragma once

#include <vector>

#include "engine/kernel_choice.hpp"
#include "engine/setup.hpp"
#include "exchange/collectives.hpp"
#include "exchange/point_to_point.hpp"
#include "exchange/shared_buffers.hpp"
#include "graph/schedule.hpp"
#include "lines/pass.hpp"
#include "run/executor.hpp"

namespace taskfft {

/// The shared buffers of a plan, and how often they have been used and were to be released.
struct Sharing {
  SharedBuffers buffers;
  std::array<std::uint64_t, 2> uses{};
  std::array<std::uint64_t, 2> releases{};
};

/// Forward or backward of a plan: the schedule, bound to memory, and the actions of its tasks.
template <class Real>
class Direction final : public TaskActions {
 public:
  Direction(Route route, const Setup& setup, const Communicators& communicators, int sign);

  const Route& route() const { return route_; }
  const Schedule& schedule() const { return schedule_; }

  /// Makes the passes for these buffers. There must be a workspace for every worker, of the size
  /// that the items ask for. `sharing` outlives this object's last run; none where nothing is
  /// shared.
  void bind(const BufferPointers& buffers, std::vector<Workspace>& workspaces,
            const KernelChoice& choice, Kernels<Real>& kernels, Sharing* sharing);

  /// Whether the lane kernel has any of the transforms. On all ranks alike.
  bool knows_lanes() const;
  /// Whether any pass runs on lanes; others run on FFTW whatever was chosen.
  bool uses_lanes() const;

  /// Counts the uses of the shared buffers that the next run makes. On all ranks alike.
  void begin();

  void run(const Task& task, int worker) override;
  bool arrived(const Task& task) override;
  void let_mpi_progress() override;
  void post(const Task& task, std::vector<MPI_Request>& requests) override;
  bool lends(const Task& task) const override;

 private:
  void bind_exchanges();

  Route route_;
  Schedule schedule_;
  Triple extents_;
  const Communicators& communicators_;
  Exchange exchange_;
  Index message_limit_;
  int sign_;
  bool stream_ = false;
  std::vector<std::uint64_t> readers_;  ///< by exchange: who releases my shared buffer
  Sharing* sharing_ = nullptr;
  /// By exchange, for the run at hand: which use of its send buffer this is, and how many releases
  /// there must have been before it.
  std::vector<std::uint64_t> use_, releases_before_;
  BufferPointers buffers_{};
  std::vector<Workspace>* workspaces_ = nullptr;
  std::vector<std::vector<PreparedPass<Real>>> items_;
  // By exchange; one of the two is empty. Calls by group, too.
  std::vector<PointToPoint> messages_;
  std::vector<std::vector<std::unique_ptr<CollectiveCall>>> collectives_;
};

extern template class Direction<double>;
extern template class Direction<float>;

}  // namespace taskfft
