/// What a case with a workload does: it is checked beside its transforms, and timed in place of
/// them.

#include <fftbench/error.hpp>
#include <fftbench/workload.hpp>
#include <functional>

#include "check/solution_checks.hpp"
#include "run/run_case.hpp"

namespace fftbench {

void CaseRun::run_workload(Record& record) {
  if (pads_) {
    solve_first(record);
  } else {
    check(record);
  }
  if (record.status == Status::ok) check_solution(data_seed(), record);
  if (record.status == Status::wrong) return;
  measure_solutions(record);
  if (record.status == Status::wrong) return;
  // Of a seed that no repetition's data were made of: these are of the first two.
  if (!pads_) check_known_again(*record.check);
  check_solution(data_seed() + 2, record);
}

void CaseRun::prepare_solution() {
  const Problem& problem = request_.problem;
  if (keeps_arrays(problem)) memory_->stop();
  session_.ranks().collectively("prepare the workload", [&] {
    solution_ =
        solution_of({*plan_, problem, input_layout_, output_layout_, arrays_.buffers(), solver_},
                    *threads_, session_.clock());
    if (pads_ && solution_->wants_greens_function()) {
      throw Error(
          "the library doubles the axes by itself (Plan::pads), but offers no Plan::solver");
    }
  });
  condition_ =
      condition(problem, input_layout_, output_layout_, data_seed(), session_.ranks().comm());
  if (!solution_->wants_greens_function()) return;
  memory_->stop();  // the harness keeps its spectrum aside
  const bool in_space = problem.workload == Workload::unbounded_poisson;
  if (in_space) batch_.fill_greens_function();
  session_.ranks().collectively("transform Green's function", [&] {
    if (in_space) plan_->forward();
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

void CaseRun::take_data(const std::function<void(int which)>& put) {
  for (int which = 0; which < inputs_of(request_.problem); ++which) {
    put(which);
    session_.ranks().collectively("take the data", [&] { solution_->take(which); });
  }
}

void CaseRun::leave_result(int which) {
  session_.ranks().collectively("leave the result", [&] { solution_->leave(which); });
}

void CaseRun::check_solution(std::uint64_t seed, Record& record) {
  if (!solution_) prepare_solution();
  Check& check = *record.check;
  for (int result = 0; result < results_of(request_.problem); ++result) {
    if (result == 0 || !solution_->keeps_results()) {
      take_data([&](int which) { batch_.fill_exact_input(seed, which); });
      if (!in_place() && !pads_) batch_.poison_spectrum();
      session_.ranks().collectively("solve", [&] { solution_->solve(result); });
    }
    leave_result(result);
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
    const auto untimed = [&](const auto& call) {
      const double start = session_.clock().now();
      call();
      timed.between_seconds += session_.clock().now() - start;
    };
    untimed([&] { take_data([&](int which) { checks.put_data(which); }); });
    Times times;
    const double helped = threads_->seconds();
    const double whole = timer_.time("solve", [&] { times = solution_->solve(checks.result()); });
    helped_seconds_ += threads_->seconds() - helped;
    times[Part::whole] = whole;
    untimed([&] {
      leave_result(checks.result());
      checks.look();
      checks.after_solution();
    });
    return times;
  };
  time_repetitions({solution_->parts(), once}, solution_->transforms(), record);
  judge_repetitions(checks.worst(), record);
  if (record.status == Status::wrong) return;
  solve_looking_at_once(checks);
  judge_look_at_once(checks.worst(), record);
}

void CaseRun::solve_looking_at_once(SolutionChecks& checks) {
  take_data([&](int which) { checks.put_data(which); });
  const auto solve = [&] {
    solution_->solve(checks.result());
    solution_->leave(checks.result());
  };
  at_once("solve again", solve, [&] { checks.look(); });
  checks.after_solution();
}

}  // namespace fftbench
