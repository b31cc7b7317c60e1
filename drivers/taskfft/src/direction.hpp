#pragma once

#include <vector>

#include "choice.hpp"
#include "engine.hpp"
#include "executor.hpp"
#include "pass.hpp"
#include "schedule.hpp"
#include "shared_buffers.hpp"

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
  void bind(const BufferPointers& buffers, std::vector<Workspace>& workspaces, const Choice& choice,
            Kernels<Real>& kernels, Sharing* sharing);

  /// Whether the lane kernel has any of the transforms. On all ranks alike.
  bool knows_lanes() const;
  /// Whether any pass runs on lanes; others run on FFTW whatever was chosen.
  bool uses_lanes() const;

  /// Counts the uses of the shared buffers that the next run makes. On all ranks alike.
  void begin();

  void run(const Task& task, int worker) override;
  bool arrived(const Task& task) override;
  void post(const Task& task, std::vector<MPI_Request>& requests) override;

 private:
  /// Arguments of one MPI_Alltoallv.
  struct Counts {
    Index send_base = 0;
    Index receive_base = 0;
    std::vector<int> send_counts, send_offsets, receive_counts, receive_offsets;
  };
  Counts counts_of(const ExchangeRoute& exchange, int group) const;
  MPI_Comm comm_of(int exchange) const;
  MPI_Datatype type_of(int exchange) const;
  std::byte* element(int exchange, Buffer buffer, Index offset) const;
  void exchange_all(const Task& task);

  Route route_;
  Schedule schedule_;
  Triple extents_;
  const Communicators& communicators_;
  Index message_limit_;
  int sign_;
  bool stream_ = false;
  std::vector<std::vector<Counts>> counts_;  ///< by exchange and group, for alltoallv
  std::vector<std::uint64_t> readers_;       ///< by exchange: who releases my shared buffer
  Sharing* sharing_ = nullptr;
  /// By exchange, for the run at hand: which use of its send buffer this is, and how many releases
  /// there must have been before it.
  std::vector<std::uint64_t> use_, releases_before_;
  BufferPointers buffers_{};
  std::vector<Workspace>* workspaces_ = nullptr;
  std::vector<std::vector<BoundPass<Real>>> items_;
};

extern template class Direction<double>;
extern template class Direction<float>;

}  // namespace taskfft
