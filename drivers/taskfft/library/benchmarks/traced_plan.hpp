#pragma once
/// A plan whose transforms may be recorded, or not.

#include <mpi.h>

#include <complex>
#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/executors.hpp"
#include "run/cores.hpp"
#include "run/trace.hpp"

namespace taskfft {

/// A committed plan of a cube of complex numbers in double precision. Collective, as its
/// transforms.
class TracedPlan {
 public:
  TracedPlan(Index length, int threads, Placement placement) : recorder_(threads) {
    const Problem problem{.extents = {length, length, length}, .placement = placement};
    const Options options{.threads = threads};
    const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
    auto executor = make_executor(options, MPI_THREAD_FUNNELED,
                                  share_of_cores(Communicator::of_node(world), threads));
    executor_ = executor.get();
    engine_ = make_engine(problem, options, MPI_COMM_WORLD, std::move(executor));
    in_.resize(static_cast<std::size_t>(engine_->input().size));  // zeros, which stay zeros
    const bool in_place = placement == Placement::in_place;
    if (!in_place) out_.resize(static_cast<std::size_t>(engine_->output().size));
    engine_->commit(in_.data(), in_place ? in_.data() : out_.data());
  }

  void record(bool wanted) { executor_->record(wanted ? &recorder_ : nullptr); }
  Recorder& recorder() { return recorder_; }

  void forward() { engine_->forward(); }
  void backward() { engine_->backward(); }
  Effective effective() const { return engine_->effective(); }

 private:
  Recorder recorder_;
  std::vector<std::complex<double>> in_, out_;
  std::unique_ptr<Engine> engine_;
  Executor* executor_;  ///< the engine's
};

}  // namespace taskfft
