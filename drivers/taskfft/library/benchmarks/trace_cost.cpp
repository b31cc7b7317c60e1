/// What a trace costs: the time of a plan that is traced over the time of the same plan that is
/// not.
///
///     mpirun -n RANKS taskfft_trace_cost [threads [rounds [length ...]]]
///
/// Cubes of complex numbers of these lengths, double precision, in place. One plan is traced and
/// not traced in turn, since of two the one whose buffers lie better would be the faster by more
/// than a trace costs. What is timed is a forward and a backward transform.

#include <complex>
#include <vector>

#include "contest.hpp"
#include "engine/engine.hpp"
#include "engine/executors.hpp"
#include "run/cores.hpp"
#include "run/trace.hpp"

namespace {

using namespace taskfft;

/// A committed plan whose executor may be told to record, or not.
class Plan {
 public:
  Plan(Index length, int threads) : recorder_(threads) {
    const Problem problem{.extents = {length, length, length}, .placement = Placement::in_place};
    const Options options{.threads = threads};
    const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
    auto executor = make_executor(options, MPI_THREAD_FUNNELED,
                                  share_of_cores(Communicator::of_node(world), threads));
    executor_ = executor.get();
    engine_ = make_engine(problem, options, MPI_COMM_WORLD, std::move(executor));
    array_.resize(static_cast<std::size_t>(engine_->input().size));  // zeros, which stay zeros
    engine_->commit(array_.data(), array_.data());
  }

  void run(bool traced) {
    executor_->record(traced ? &recorder_ : nullptr);
    engine_->forward();
    engine_->backward();
  }

 private:
  Recorder recorder_;
  std::vector<std::complex<double>> array_;
  std::unique_ptr<Engine> engine_;
  Executor* executor_;  ///< the engine's
};

Contest measure(int threads, int rounds, Index length) {
  Plan plan(length, threads);
  return contest(
      rounds, [&] { plan.run(true); }, [&] { plan.run(false); });
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, {"taskfft_trace_cost", "traced", "not traced"}, 101, measure);
}
