#include "run/run_case.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fftbench/affinity.hpp>
#include <fftbench/error.hpp>
#include <fftbench/profile.hpp>
#include <fftbench/registry.hpp>
#include <fftbench/unbounded.hpp>

#include "check/check.hpp"
#include "measure/profiled_passes.hpp"
#include "run/energy_meter.hpp"
#include "run/kernels.hpp"
#include "run/within_description.hpp"
#include "support/first_touch.hpp"

namespace fftbench {

void blame(Record& record, const std::string& reason) {
  record.status = Status::wrong;
  record.reason += (record.reason.empty() ? "" : ", ") + reason;
}

CaseRun::CaseRun(const Case& requested, Session& session)
    : case_(requested), session_(session), timer_(session.ranks(), session.clock()) {}

Record CaseRun::execute() {
  Record record = session_.new_record(case_);
  const double start = session_.clock().now();
  try {
    run(record);
  } catch (const Error& error) {
    record.status = Status::failed;
    record.reason = error.what();
  }
  if (memory_) record.memory = memory_->use();
  record.elapsed = session_.clock().now() - start - session_.waited();
  profile::forget_fftw_wisdom(request_.problem.precision);
  return record;
}

void CaseRun::run(Record& record) {
  if (session_.ranks().size() != case_.ranks) {
    throw Error(
        fmt::format("the case is for {} ranks, but this program was started as {}: the "
                    "launcher and the MPI library of the program don't belong together",
                    case_.ranks, session_.ranks().size()));
  }
  session_.check_cores(case_.threads);
  Driver& driver = Registry::instance().find(case_.driver);
  if (!supported(driver, record) || !take_device(record)) return;
  session_.ranks().collectively("start threads", [&] { start_threads(); });
  construct(driver, record);
  allocate(record);
  commit(record);
  const Role role = driver.description().role;
  if (role != Role::bound) check_grid(record, record.layouts->input);  // a bound is of every grid
  if (record.status == Status::wrong) return;
  if (role != Role::library) {
    run_unchecked(record, role);
  } else if (pads_) {
    solve_first(record);
  } else {
    check(record);
  }
  if (solves() && record.status == Status::ok) check_solution(data_seed(), record);
  if (record.status == Status::wrong) return check_guards(record);
  if (solves()) {
    measure_solutions(record);
    // Of a seed that no repetition's data were made of: these are of the first two.
    if (record.status == Status::ok) {
      if (!pads_) check_known_again(*record.check);
      check_solution(data_seed() + 2, record);
    }
    return check_guards(record);
  }
  measure(record);
  if (record.status == Status::ok) check_after(record);
  if (record.status != Status::wrong) profile(record);
  check_guards(record);
}

bool CaseRun::supported(Driver& driver, Record& record) {
  Support support = Support::yes();
  session_.ranks().collectively("read the request", [&] {
    const Description description = driver.description();
    record.library = description.library;
    record.version = description.version;
    request_ = {case_.problem, Settings::resolve(description.options, case_.settings),
                case_.threads, case_.grid};
    support = within_description(description, request_, case_.ranks);
    if (!support) return;
    support = driver.supports(request_, case_.ranks);
    if (support || !session_.even_unsupported()) return;
    record.warnings.push_back(
        {"refused", "run although the driver refuses it: " + support.reason()});
    support = Support::yes();
  });
  if (support) return true;
  record.status = Status::unsupported;
  record.reason = support.reason();
  return false;
}

bool CaseRun::take_device(Record& record) {
  devices_ = session_.take_devices(request_.problem.memory, record);
  timer_.watch(devices_.space);
  if (devices_.support) return true;
  record.status = Status::unsupported;
  record.reason = devices_.support.reason();
  return false;
}

/// As many as the library may use; a device takes its sums itself.
void CaseRun::start_threads() {
  const Problem& problem = request_.problem;
  const auto ranks = static_cast<std::size_t>(case_.ranks);
  const auto elements =
      static_cast<std::size_t>(problem.fields * problem.spectrum_shape().volume());
  const std::size_t bytes = elements * problem.output_element_bytes() / ranks;
  const int threads = devices_.space ? 1 : request_.threads;
  threads_.emplace(worthwhile_threads(bytes, threads), process_cpus());
}

void CaseRun::construct(Driver& driver, Record& record) {
  memory_.emplace(session_.ranks().comm(), devices_.space, devices_.sharers);
  record.plan_times.emplace();
  record.plan_times->construct =
      timer_.time_max("construct", [&] { plan_ = driver.plan(request_, MPI_COMM_WORLD); });
}

void CaseRun::ask_layouts() {
  const Problem& problem = request_.problem;
  session_.ranks().collectively("layouts", [&] {
    pads_ = plan_->pads();
    if (pads_ && problem.workload != Workload::unbounded_poisson) {
      throw Error(
          "the library doubles the axes by itself (Plan::pads), which is for workload "
          "unbounded_poisson alone");
    }
    input_layout_ = plan_->input();
    output_layout_ = plan_->output();
  });
  session_.ranks().collectively("check the layouts", [&] {
    const MPI_Comm comm = session_.ranks().comm();
    const Extents output_shape = pads_ ? input_shape() : problem.spectrum_shape();
    expect_tiling(input_layout_, input_shape(), "input", comm, problem.fields);
    expect_tiling(output_layout_, output_shape, "output", comm, problem.fields);
  });
}

Extents CaseRun::input_shape() const {
  const Extents& shape = request_.problem.shape;
  return pads_ ? source_shape(shape) : shape;
}

void CaseRun::allocate(Record& record) {
  const Problem& problem = request_.problem;
  const MPI_Comm comm = session_.ranks().comm();
  ask_layouts();
  record.layouts =
      layouts(gather_layouts(input_layout_, comm), gather_layouts(output_layout_, comm), problem);
  auto input_bytes = static_cast<std::size_t>(input_layout_.size) * problem.input_element_bytes();
  const auto output_bytes =
      static_cast<std::size_t>(output_layout_.size) *
      (pads_ ? problem.input_element_bytes() : problem.output_element_bytes());
  if (in_place()) input_bytes = std::max(input_bytes, output_bytes);
  session_.ranks().collectively("allocate", [&] { make_arrays(input_bytes, output_bytes); });
  batch_ = {problem, input_layout_, output_layout_, buffers_, devices_.space, comm, &*threads_};
  memory_->add_arrays(input_bytes + (in_place() ? 0 : output_bytes));
}

void CaseRun::make_arrays(std::size_t input_bytes, std::size_t output_bytes) {
  if (const auto own = plan_->own_buffers()) {
    buffers_ = *own;
  } else if (DeviceSpace* const space = devices_.space) {
    input_on_device_ = DeviceMemory(*space, input_bytes);
    if (!in_place()) output_on_device_ = DeviceMemory(*space, output_bytes);
    buffers_ = {input_on_device_.data(),
                (in_place() ? input_on_device_ : output_on_device_).data()};
  } else {
    make_host_arrays(input_bytes, output_bytes);
  }
}

void CaseRun::make_host_arrays(std::size_t input_bytes, std::size_t output_bytes) {
  input_memory_ = GuardedMemory(input_bytes);
  if (!in_place()) output_memory_ = GuardedMemory(output_bytes);
  const std::vector<int> cpus = process_cpus();
  touch_first(input_memory_.data(), input_bytes, request_.threads, cpus);
  if (!in_place()) touch_first(output_memory_.data(), output_bytes, request_.threads, cpus);
  buffers_ = {input_memory_.data(), in_place() ? input_memory_.data() : output_memory_.data()};
}

void CaseRun::commit(Record& record) {
  record.plan_times->commit = timer_.time_max("commit", [&] { plan_->commit(buffers_); });
  session_.ranks().collectively("effective settings", [&] {
    record.effective = plan_->effective();
    record.plan_times->trials = record.effective->trials;
    const auto& warnings = record.effective->warnings;
    record.warnings.insert(record.warnings.end(), warnings.begin(), warnings.end());
    forward_scale_ = plan_->forward_scale();
    round_trip_scale_ = plan_->round_trip_scale();
  });
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
      .after_forward = [&] { repetitions.after_forward(); },
      .after_backward = [&] { repetitions.after_backward(); },
  };
  time_repetitions(transforms(*plan_, between, timer_), 2, record);
  if (!record.check) return;
  const RepetitionCheck& worst = repetitions.worst();
  field_factor_ = worst.factor();
  judge_repetitions(worst.worst(), record);
}

void CaseRun::judge_repetitions(const WorstError& worst, Record& record) {
  record.check->repetitions = worst.error();
  record.check->repetitions_seconds = record.timed->between_seconds;
  if (record.check->passed()) return;
  blame(record, fmt::format("{}, worst in repetition {} of {}", record.check->failures(),
                            worst.repetition() + 1, record.timed->round_trips));
}

void CaseRun::time_repetitions(const Repeated& work, int transforms, Record& record) {
  const Measure& how = case_.measure;
  const ThreadMeter threads(session_.threads_at_start(), threads_->ids());
  const CpuSeconds before = timer_.cpu();
  const double inside = timer_.spent(), start = session_.clock().now();
  const EnergyMeter energy(session_.ranks().root() ? devices_.space : nullptr);
  record.timed =
      fftbench::measure(work, how.warmup, how.limits, how.all_samples, timer_, next_turn());
  if (!session_.takes_turns()) {  // others would have taken of it
    record.energy = energy.use(session_.clock().now() - start, timer_.spent() - inside,
                               transforms * record.timed->round_trips);
  }
  CpuSeconds inside_calls = timer_.cpu() - before;
  inside_calls.process -= helped_seconds_;
  check_threads(record, threads.use(inside_calls));
}

/// Nothing where this program is alone.
NextTurn CaseRun::next_turn() {
  if (!session_.takes_turns()) return {};
  return [this] { return session_.next_turn("turn"); };
}

void CaseRun::check_grid(Record& record, const ArrayLayout& input) {
  const Extents& grid = record.effective->grid;
  if (grid.size() == 0) return;  // not told
  const auto why = contradiction(grid, input, input_shape());
  bool wrong = why.has_value();  // what rank 0 tells is what the record holds
  MPI_Bcast(&wrong, 1, MPI_CXX_BOOL, 0, session_.ranks().comm());
  if (wrong) blame(record, why.value_or(""));
}

void CaseRun::check_threads(Record& record, const ThreadUse& use) {
  // A device's driver has threads of its own, which are no library's.
  if (request_.problem.memory != Memory::host) return;
  const int told = record.effective->threads;
  const MPI_Comm comm = session_.ranks().comm();
  if (const auto why = too_many_threads(use, told, comm)) blame(record, *why);
  if (const auto warning = idle_threads(use, told, comm)) record.warnings.push_back(*warning);
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

void CaseRun::check_guards(Record& record) {
  const bool input = input_memory_.intact() && input_on_device_.intact();
  const bool output = output_memory_.intact() && output_on_device_.intact();
  std::array<int, 2> broken{input ? 0 : 1, output ? 0 : 1};
  MPI_Allreduce(MPI_IN_PLACE, broken.data(), 2, MPI_INT, MPI_MAX, session_.ranks().comm());
  if (broken[0] == 0 && broken[1] == 0) return;
  const char* array = broken[0] != 0 ? (in_place() ? "array" : "input") : "output";
  blame(record, fmt::format("memory beside the {} was written to", array));
}

void CaseRun::profile(Record& record) {
  if (case_.measure.profile == 0) return;
  batch_.fill_random(data_seed());
  record.profile = profiled_passes(
      *plan_, [this] { batch_.scale_input(1.0 / round_trip_scale_); }, case_.measure.profile,
      timer_);
}

}  // namespace fftbench
