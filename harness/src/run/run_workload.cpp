/// What a case with a workload does beside the check of its transforms: the workload is checked and
/// timed in place of them.

#include <fmt/core.h>

#include "check/solution_checks.hpp"
#include "run/run_case.hpp"

namespace fftbench {

void CaseRun::prepare_solution() {
  const Problem& problem = request_.problem;
  const bool unbounded = problem.workload == Workload::unbounded_poisson;
  // The harness keeps a spectrum aside.
  if (results_of(problem) > 1 || (unbounded && !plan_->pads())) memory_->stop();
  session_.ranks().collectively("prepare the workload", [&] {
    solution_.emplace(*plan_, request_, output_layout_, buffers_.output, session_.clock());
  });
  condition_ =
      condition(problem, input_layout_, output_layout_, data_seed(), session_.ranks().comm());
  if (!unbounded || solution_->own()) return;
  batch_.fill_greens_function();
  session_.ranks().collectively("transform Green's function", [&] {
    plan_->forward();
    solution_->take_greens_function(forward_scale_);
  });
}

void CaseRun::solve_first(Record& record) {
  record.check.emplace().tolerance = tolerance(request_.problem);
  prepare_solution();
  batch_.fill_exact_input(data_seed());
  memory_->begin_transforms();
  record.plan_times->first_forward =
      timer_.time_max("first solution", [&] { solution_->solve(0); });
  memory_->end_transforms();
  record.status = Status::ok;
}

void CaseRun::check_solution(std::uint64_t seed, Record& record) {
  if (!solution_) prepare_solution();
  Check& check = *record.check;
  for (int result = 0; result < solution_->results(); ++result) {
    batch_.fill_exact_input(seed);
    if (!in_place() && !plan_->pads()) batch_.poison_spectrum();
    session_.ranks().collectively("solve", [&] { solution_->solve(result); });
    const Difference found = batch_.exact_difference(seed, result, round_trip_scale_);
    check.workload_l2 = larger(check.workload_l2.value_or(0.0), found.l2 / condition_);
    check.workload_max = larger(check.workload_max.value_or(0.0), found.max / condition_);
  }
  if (!check.passed()) blame(record, check.failures());
}

void CaseRun::measure_solutions(Record& record) {
  memory_->stop();  // the harness keeps the data aside
  SolutionChecks checks(batch_, request_.problem, round_trip_scale_, condition_, data_seed(),
                        session_.ranks().comm());
  const auto once = [&](Timed& timed) {
    Times times;
    const double whole = timer_.time("solve", [&] { times = solution_->solve(checks.result()); });
    times[Part::whole] = whole;
    const double start = session_.clock().now();
    checks.after_solution();
    timed.between_seconds += session_.clock().now() - start;
    return times;
  };
  time_repetitions({solution_->parts(), once}, solution_->transforms(), record);
  judge_repetitions(checks.worst(), record);
}

}  // namespace fftbench
