/// What a case without a workload does: transforms are checked, timed, and profiled.

#include <algorithm>
#include <cmath>
#include <fftbench/profile.hpp>

#include "check/check.hpp"
#include "measure/profiled_passes.hpp"
#include "run/kernels.hpp"
#include "run/run_case.hpp"
#include "support/over_ranks.hpp"

namespace fftbench {

void CaseRun::run_transforms(Record& record, Role role) {
  if (role == Role::library) {
    check(record);
  } else {
    run_unchecked(record, role);
  }
  if (record.status == Status::wrong) return;
  measure(record);
  if (record.status == Status::ok) check_after(record);
  if (record.status != Status::wrong) profile(record);
}

void CaseRun::first_forward(Record& record) {
  memory_->begin_transforms();
  record.plan_times->first_forward = timer_.time_max("first forward", [&] { plan_->forward(); });
}

void CaseRun::first_backward(Record& record) {
  record.plan_times->first_backward = timer_.time_max("first backward", [&] { plan_->backward(); });
  memory_->end_transforms();
}

void CaseRun::watched_forward(Record& record) {
  const auto forward = [this] { plan_->forward(); };
  watch_kernels(forward, request_.problem.precision, session_.ranks(), record);
}

void CaseRun::check(Record& record) {
  Check& check = record.check.emplace();
  check.tolerance = tolerance(request_.problem);

  // A result that was never written must not pass for one: poison what is about to be overwritten.
  batch_.fill_known(data_seed());
  if (!in_place()) batch_.poison_spectrum();
  first_forward(record);
  if (!in_place()) record.layouts->input_survives = batch_.input_is_known(data_seed());
  const Difference known = batch_.known_difference(data_seed(), forward_scale_);
  check.spectrum_l2 = known.l2;
  check.spectrum_max = known.max;

  batch_.fill_random(data_seed());
  if (!in_place()) batch_.poison_spectrum();
  watched_forward(record);
  random_spectra_ = batch_.random_spectra(data_seed());
  check.parseval = batch_.parseval(random_spectra_, forward_scale_);
  check.sampled = batch_.sampled(random_spectra_, forward_scale_);

  if (!in_place()) batch_.poison_input();
  first_backward(record);
  const Difference round_trip = batch_.random_difference(data_seed(), round_trip_scale_);
  check.round_trip_l2 = round_trip.l2;
  check.round_trip_max = round_trip.max;
  record.status = Status::ok;
  if (!check.passed()) blame(record, check.failures());
}

void CaseRun::run_unchecked(Record& record, Role role) {
  batch_.fill_random(data_seed());
  first_forward(record);
  first_backward(record);
  watched_forward(record);
  record.status = role == Role::bound ? Status::bound : Status::baseline;
}

void CaseRun::measure(Record& record) {
  batch_.fill_random(data_seed());
  // What is no library is looked at, too: its arrays must be as warm in the cache.
  RepetitionChecks repetitions = repetition_checks();
  const Between between{
      .before_forward = [&] { repetitions.before_forward(); },
      .after_forward =
          [&] {
            repetitions.look_at_spectrum();
            repetitions.after_forward();
          },
      .after_backward =
          [&] {
            repetitions.look_at_field();
            repetitions.after_backward();
          },
  };
  time_repetitions(transforms(*plan_, between, timer_), 2, record);
  if (!record.check) return;
  judge_repetitions(repetitions.worst().worst(), record);
  if (record.status == Status::wrong) return;
  repeat_looking_at_once(repetitions);
  judge_look_at_once(repetitions.worst().worst(), record);
  repetitions.take_waves_away();
  field_factor_ = repetitions.worst().factor();
}

void CaseRun::repeat_looking_at_once(RepetitionChecks& repetitions) {
  repetitions.before_forward();
  at_once(
      "forward again", [&] { plan_->forward(); }, [&] { repetitions.look_at_spectrum(); });
  repetitions.after_forward();
  at_once(
      "backward again", [&] { plan_->backward(); }, [&] { repetitions.look_at_field(); });
  repetitions.after_backward();
}

RepetitionChecks CaseRun::repetition_checks() {
  const Problem& problem = request_.problem;
  const double volume = static_cast<double>(problem.logical_shape().volume());
  std::vector<double> norms(static_cast<std::size_t>(problem.fields));
  std::transform(random_spectra_.begin(), random_spectra_.end(), norms.begin(),
                 [&](const RandomSpectrum& field) { return std::sqrt(volume * field.energy); });
  return {batch_,
          Checksum(problem, input_layout_, output_layout_, data_seed()),
          {forward_scale_, round_trip_scale_},
          norms,
          data_seed(),
          session_.ranks().comm()};
}

void CaseRun::check_after(Record& record) {
  Check& check = *record.check;
  const double round_trips = std::max(record.timed->round_trips, 1);
  const Difference after = batch_.random_difference(data_seed(), field_factor_);
  check.after_l2 = after.l2 / round_trips;
  check_known_again(check);
  if (!check.passed()) blame(record, check.failures());
}

void CaseRun::check_known_again(Check& check) {
  // Of another seed, all elements: nothing that was kept from before can be it.
  batch_.fill_known(data_seed() + 1);
  if (!in_place()) batch_.poison_spectrum();
  session_.ranks().collectively("last forward", [&] { plan_->forward(); });
  const Difference known = batch_.known_difference(data_seed() + 1, forward_scale_);
  check.spectrum_l2 = larger(*check.spectrum_l2, known.l2);
  check.spectrum_max = larger(*check.spectrum_max, known.max);
}

void CaseRun::profile(Record& record) {
  if (case_.measure.profile == 0) return;
  const auto why = profile::passed_by();
  if (on_any_rank(why.has_value(), session_.ranks().comm())) {
    record.warnings.push_back({"no_profile", why.value_or("calls pass by on another rank")});
    return;
  }
  batch_.fill_random(data_seed());
  record.profile = profiled_passes(
      *plan_, [this] { batch_.scale_input(1.0 / round_trip_scale_); }, case_.measure.profile,
      timer_);
}

}  // namespace fftbench
