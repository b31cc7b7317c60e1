#pragma once

#include <vector>

#include "engine.hpp"
#include "executor.hpp"
#include "pass.hpp"
#include "schedule.hpp"

namespace taskfft {

/// Forward or backward of a plan: the schedule, bound to memory, and the actions of its tasks.
template <class Real>
class Direction final : public TaskActions {
 public:
  Direction(Route route, const Setup& setup, const Communicators& communicators, int sign);

  const Route& route() const { return route_; }
  const Schedule& schedule() const { return schedule_; }

  /// Makes the passes for these buffers. The workspace must have the size that the items ask for.
  void bind(const BufferPointers& buffers, Workspace& workspace, Kernels<Real>& kernels);

  void run(const Task& task, int worker) override;
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
  std::complex<Real>* elements(Buffer buffer) const;
  void exchange_all(const Task& task);

  Route route_;
  Schedule schedule_;
  const Communicators& communicators_;
  Index message_limit_;
  int sign_;
  std::vector<std::vector<Counts>> counts_;  ///< by exchange and group, for alltoallv
  BufferPointers buffers_{};
  Workspace* workspace_ = nullptr;
  std::vector<std::vector<BoundPass<Real>>> items_;
};

extern template class Direction<double>;
extern template class Direction<float>;

}  // namespace taskfft
