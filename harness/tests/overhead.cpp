/// How much the harness adds to what it times: the true timed loop around a plan that does nothing,
/// and around one that spins for a known time and tells how long it took by its own reading of the
/// clock. A benchmark, not a test; build it with optimisation and run it on idle cores:
///
///   cmake --preset ci && cmake --build --preset ci --target fftbench-empty
///   mpirun -n 2 build/ci/bin/fftbench-empty

#include <fmt/core.h>

#include <functional>

#include "measure/measure.hpp"
#include "support/mpi_environment.hpp"

namespace {

using namespace fftbench;

/// Spins for `seconds` and keeps the time that this took; 0: returns at once.
class SpinningPlan : public Plan {
 public:
  explicit SpinningPlan(double seconds) : seconds_(seconds) {}

  Layout input() const override { return {}; }
  Layout output() const override { return {}; }
  void commit(const Buffers&) override {}
  void forward() override {
    if (seconds_ == 0.0) return;
    const double start = clock_.now();
    double spent = 0.0;
    while (spent < seconds_) spent = clock_.now() - start;
    spent_.push_back(spent);
  }
  void backward() override {}
  double round_trip_scale() const override { return 1.0; }
  Effective effective() const override { return {}; }

  /// Seconds inside of the n-th forward.
  double spent(std::size_t n) const { return seconds_ == 0.0 ? 0.0 : spent_[n]; }

 private:
  SteadyClock clock_;
  double seconds_;
  std::vector<double> spent_;
};

/// Median over the repetitions of sample minus time spent inside, on rank 0.
void report(Agreement& ranks, double seconds, int repetitions) {
  SteadyClock clock;
  Timer timer(ranks, clock);
  SpinningPlan plan(seconds);
  const Timed timed =
      measure(transforms(plan, {}, timer), 0, {repetitions, repetitions, 0.05, 1e9}, true, timer);
  if (!ranks.root()) return;
  std::vector<double> added;
  for (std::size_t i = 0; i < timed.forward.ranks.size(); ++i) {
    added.push_back(timed.forward.ranks[i].front() - plan.spent(i));
  }
  const double overhead = median(added);
  const std::string share =
      seconds == 0.0 ? "" : fmt::format(", {:.5f} % of it", 100.0 * overhead / seconds);
  fmt::print("a call of {:>6g} us: {:6.0f} ns added{}\n", 1e6 * seconds, 1e9 * overhead, share);
}

}  // namespace

int main(int argc, char** argv) {
  const MpiEnvironment mpi(argc, argv, MPI_THREAD_FUNNELED);
  Agreement ranks(MPI_COMM_WORLD, 60.0, [](const auto&) { MPI_Abort(MPI_COMM_WORLD, 1); });
  report(ranks, 0.0, 20000);
  report(ranks, 10e-6, 20000);
  report(ranks, 100e-6, 5000);
  report(ranks, 1e-3, 1000);
}
