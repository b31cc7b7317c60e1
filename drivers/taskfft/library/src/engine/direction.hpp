#pragma once
/// Forward or backward of a plan, or both in one: its schedule, bound to memory.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/communicators.hpp"
#include "engine/kernel_choice.hpp"
#include "engine/setup.hpp"
#include "exchange/collectives.hpp"
#include "exchange/point_to_point.hpp"
#include "exchange/shared_buffers.hpp"
#include "graph/schedule.hpp"
#include "lines/pass.hpp"
#include "lines/visits.hpp"
#include "run/executor.hpp"
#include "support/alarm.hpp"

namespace taskfft {

/// The shared send buffers of a plan, and by parity how often they have been used so far, and how
/// often all readers together must have released mine.
struct SharedBufferUses {
  SharedBuffers buffers;
  std::array<std::uint64_t, 2> uses{};
  std::array<std::uint64_t, 2> releases{};
};

enum class Trip {
  forward,
  backward,
  shown,  ///< backward from a spectrum that is shown first
  round,  ///< forward, shown, and backward
};

/// Of an exchange, by group.
using CollectiveCalls = std::vector<std::unique_ptr<CollectiveCall>>;

/// The schedule of one trip through the plan, and what its tasks do.
template <class Real>
class Direction final : public TaskActions {
 public:
  /// Setup, communicators and alarm outlive this object.
  Direction(const Setup& setup, Trip trip, const Communicators& communicators, Alarm& alarm);

  const Route& route() const { return route_; }
  const Schedule& schedule() const { return schedule_; }

  /// Makes the passes for these buffers. There must be a workspace for every worker, of the size
  /// that the items ask for. `shared`, null where nothing is shared, outlives the last run.
  void bind(const BufferPointers& buffers, std::vector<Workspace>& workspaces,
            const KernelChoice& choice, Kernels<Real>& kernels, SharedBufferUses* shared);
  /// Makes the passes for other arrays, unless they are for these already.
  void bind_arrays(void* from, void* to);

  /// The same on all ranks.
  KnownLines known_lines() const;
  /// Whether any pass runs on lanes; the others run on rows whatever was chosen.
  bool uses_lanes() const;

  /// Counts the uses of the shared buffers that the next run makes. The same on all ranks, but for
  /// `visit`: what that run shows the array to that it writes, if it is not null.
  void begin(const SpectrumVisitor* visit = nullptr);

  /// After a failed run: MPI may read the arguments of collective calls as long as these are under
  /// way.
  void keep_calls();

  const char* name() const override;
  void run(const Task& task, int worker) override;
  bool arrived(const Task& task) override;
  void still_waiting() override;
  MPI_Request* alarm() override { return alarm_.request(); }
  void post(const Task& task, std::vector<MPI_Request>& requests) override;
  bool owns_requests(const Task& task) const override;

 private:
  void bind_passes(const BufferPointers& buffers);
  void bind_exchanges();
  const StageShape& stage_of(const Task& task) const {
    return route_.decomposition.stages[static_cast<std::size_t>(task.place)];
  }
  bool writes_result(const Task& task) const;
  bool scales(const Task& task) const;
  bool shows(const Task& task) const;
  void run_final(const Task& task, Index plane, Workspace& workspace);
  void run_turn(const Task& task, Index plane, Workspace& workspace);
  void show(const Task& task, const LinePass& pass, const WrittenLines& lines,
            Workspace& workspace) const;

  Route route_;
  Schedule schedule_;
  const Setup& setup_;
  const Communicators& communicators_;
  Alarm& alarm_;
  Trip trip_;
  Real factor_;       ///< of all that is written to the caller's array
  Real turn_factor_;  ///< of the spectrum, where a round trip turns
  KernelChoice choice_{};
  Kernels<Real>* kernels_ = nullptr;
  Stores stores_ = Stores::cached;
  const SpectrumVisitor* visit_ = nullptr;  ///< of the present run
  std::vector<std::uint64_t> readers_;      ///< by exchange: how many release my shared buffer
  SharedBufferUses* shared_ = nullptr;
  /// By exchange, for the present run: which use of its send buffer this is, and how many releases
  /// there must have been before it.
  std::vector<std::uint64_t> use_, releases_before_;
  BufferPointers buffers_{};
  std::vector<Workspace>* workspaces_ = nullptr;
  std::vector<std::vector<PreparedPass<Real>>> items_;
  // By exchange, and collective calls by group, too; one of the two is empty.
  std::vector<PointToPoint> messages_;
  std::vector<CollectiveCalls> collectives_;
};

extern template class Direction<double>;
extern template class Direction<float>;

}  // namespace taskfft
