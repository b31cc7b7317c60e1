#include "measure/solution.hpp"

#include <fftbench/workload.hpp>
#include <functional>
#include <utility>

#include "measure/navier_stokes_step.hpp"
#include "measure/pointwise.hpp"

namespace fftbench {
namespace {

/// Forward, the multiplication of every wave number, and backward once for each result.
class MultipliedSpectrum final : public Solution {
 public:
  MultipliedSpectrum(const Committed& committed, ThreadPool& threads, Clock& clock)
      : plan_(committed.plan),
        clock_(clock),
        in_space_(committed.problem.workload == Workload::unbounded_poisson),
        results_(results_of(committed.problem)),
        pointwise_(committed.problem, committed.spectrum, committed.buffers.output, threads) {
    if (!multiplies_by_formula(committed.problem.workload)) return;
    for (int result = 0; result < results_; ++result) {
      multipliers_.emplace_back(committed.problem, result);
    }
  }

  bool wants_greens_function() const override { return multipliers_.empty(); }
  void take_greens_function(double scale) override {
    if (in_space_) return pointwise_.take_factors(scale);
    pointwise_.take_greens_spectrum();
  }

  Times solve(int last) override {
    TimedParts parts(clock_);
    parts.time(Part::forward, [&] { plan_.forward(); });
    if (results_ > 1) parts.time(Part::pointwise, [&] { pointwise_.keep(); });
    for (int i = 1; i <= results_; ++i) {
      parts.time(Part::pointwise, [&] { multiply((last + i) % results_); });
      parts.time(Part::backward, [&] { plan_.backward(); });
    }
    return parts.done();
  }
  int transforms() const override { return 1 + results_; }

 private:
  void multiply(int result) {
    if (multipliers_.empty()) return pointwise_.multiply_by_factors();
    pointwise_.multiply(multipliers_[static_cast<std::size_t>(result)]);
  }

  Plan& plan_;
  Clock& clock_;
  bool in_space_;  ///< along all axes
  int results_;
  std::vector<Multiplier> multipliers_;  ///< one for each result; none where axes are unbounded
  Pointwise pointwise_;
};

/// In the library's own way, of which no parts are known.
class OwnWay final : public Solution {
 public:
  explicit OwnWay(std::function<void()> solver) : solver_(std::move(solver)) {}
  Times solve(int) override {
    solver_();
    return {};
  }
  int transforms() const override { return 2; }
  std::vector<Part> parts() const override { return {Part::whole}; }

 private:
  std::function<void()> solver_;
};

}  // namespace

bool may_have_own_way(const Problem& problem) {
  const Workload workload = problem.workload;
  return workload != Workload::none && workload != Workload::navier_stokes &&
         results_of(problem) == 1;
}

bool keeps_arrays(const Problem& problem) {
  return results_of(problem) > 1 || problem.workload == Workload::navier_stokes;
}

std::unique_ptr<Solution> solution_of(const Committed& committed, ThreadPool& threads,
                                      Clock& clock) {
  if (committed.problem.workload == Workload::navier_stokes) {
    return navier_stokes_step(committed, NavierStokes(committed.problem), threads, clock);
  }
  if (committed.solver) return std::make_unique<OwnWay>(committed.solver);
  return std::make_unique<MultipliedSpectrum>(committed, threads, clock);
}

}  // namespace fftbench
