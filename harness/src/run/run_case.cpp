#include "run/run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fftbench/error.hpp>
#include <fftbench/profile.hpp>
#include <fftbench/registry.hpp>
#include <fftbench/unbounded.hpp>

#include "check/check.hpp"
#include "run/energy_meter.hpp"
#include "run/within_description.hpp"
#include "support/cpus.hpp"
#include "support/over_ranks.hpp"

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
  } catch (const AgreedError& error) {
    record.status = Status::failed;
    record.reason = error.what();
  } catch (const NoMoreTurns&) {
    throw;
  } catch (const std::exception& error) {  // as of a device that breaks while answers are checked
    record.status = Status::failed;
    record.reason = session_.ranks().leave(error.what());
  }
  if (record.status == Status::failed) look_after_device();
  if (memory_ && !device_lost_) record.memory = memory_->use();
  record.elapsed = session_.clock().now() - start - session_.waited();
  // Where no library was asked to plan, none has set up FFTW yet: nothing may make its planner.
  if (record.plan_times) profile::forget_fftw_wisdom(request_.problem.precision);
  return record;
}

/// What breaks on a device may stay with the process (CUDA's illegal addresses do), and the device
/// would do nothing for the next cases.
void CaseRun::look_after_device() {
  bool lost = false;
  try {
    if (devices_.space) devices_.space->synchronise();
  } catch (const std::exception&) {
    lost = true;
  }
  device_lost_ = on_any_rank(lost, session_.ranks().comm());
}

void CaseRun::run(Record& record) {
  session_.ranks().collectively("count the ranks", [&] {
    const int ranks = session_.ranks().size();
    if (ranks == case_.ranks) return;
    throw Error(
        fmt::format("the case is for {} ranks, but this program was started as {}: the "
                    "launcher and the MPI library of the program don't belong together",
                    case_.ranks, ranks));
  });
  session_.check_cores(case_.threads);
  Driver* found = nullptr;
  session_.ranks().collectively("find the driver",
                                [&] { found = &Registry::instance().find(case_.driver); });
  Driver& driver = *found;
  if (!supported(driver, record) || !take_device(record)) return;
  session_.ranks().collectively("start threads", [&] { start_threads(); });
  construct(driver, record);
  allocate(record);
  commit(record);
  const Role role = driver.description().role;
  if (role != Role::bound) check_grid(record, record.layouts->input);  // a bound is of every grid
  check_threads_told(record);
  if (record.status == Status::wrong) return;
  if (solves()) {
    run_workload(record);
  } else {
    run_transforms(record, role);
  }
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

/// As many as the library may use; beside a device, whose library leaves the host's CPUs idle, one
/// for each that is this rank's.
void CaseRun::start_threads() {
  const Problem& problem = request_.problem;
  const auto ranks = static_cast<std::size_t>(case_.ranks);
  const auto elements =
      static_cast<std::size_t>(problem.fields * problem.spectrum_shape().volume());
  const std::size_t bytes = elements * problem.output_element_bytes() / ranks;
  const std::vector<int> cpus = devices_.space ? devices_.cpus : cpus_for_threads();
  const int threads = devices_.space ? static_cast<int>(cpus.size()) : request_.threads;
  threads_.emplace(worthwhile_threads(bytes, threads), cpus);
}

void CaseRun::construct(Driver& driver, Record& record) {
  memory_.emplace(session_.ranks().comm(), devices_.space, devices_.sharers);
  record.plan_times.emplace();
  record.plan_times->construct =
      timer_.time_max("construct", [&] { plan_ = driver.plan(request_, MPI_COMM_WORLD); });
}

void CaseRun::ask_layouts(Record& record) {
  const Problem& problem = request_.problem;
  record.plan_times->construct += timer_.time_max("layouts", [&] {
    pads_ = plan_->pads();
    if (pads_ && unbounded_axes(problem.workload) == 0) {
      throw Error(
          "the library doubles the axes by itself (Plan::pads), which is for workloads of "
          "unbounded axes alone");
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
  const Problem& problem = request_.problem;
  return pads_ ? source_shape(problem) : problem.shape;
}

void CaseRun::allocate(Record& record) {
  const Problem& problem = request_.problem;
  const MPI_Comm comm = session_.ranks().comm();
  ask_layouts(record);
  record.layouts =
      layouts(gather_layouts(input_layout_, comm), gather_layouts(output_layout_, comm), problem);
  auto input_bytes = static_cast<std::size_t>(input_layout_.size) * problem.input_element_bytes();
  const auto output_bytes =
      static_cast<std::size_t>(output_layout_.size) *
      (pads_ ? problem.input_element_bytes() : problem.output_element_bytes());
  const Arrays::Bytes used{input_bytes, output_bytes};
  if (in_place()) input_bytes = std::max(input_bytes, output_bytes);
  std::optional<Buffers> own;
  record.plan_times->construct +=
      timer_.time_max("own arrays", [&] { own = plan_->own_buffers(); });
  session_.ranks().collectively("allocate", [&] {
    arrays_ =
        own ? Arrays(*own, used, devices_.space, request_.threads)
            : Arrays({input_bytes, output_bytes}, in_place(), devices_.space, request_.threads);
  });
  session_.ranks().collectively("look where the arrays are", [&] {
    if (!own || pads_ || devices_.space) return;
    if (const auto why = arrays_.misplaced(used, in_place(), comm)) throw Error(*why);
  });
  batch_ = {problem,        input_layout_, output_layout_, arrays_.buffers(),
            devices_.space, comm,          &*threads_};
  memory_->add_arrays(input_bytes + (in_place() ? 0 : output_bytes));
}

void CaseRun::commit(Record& record) {
  record.plan_times->commit = timer_.time_max("commit", [&] { plan_->commit(arrays_.buffers()); });
  record.plan_times->commit += timer_.time_max("effective settings", [&] {
    record.effective = plan_->effective();
    forward_scale_ = plan_->forward_scale();
    round_trip_scale_ = plan_->round_trip_scale();
    if (may_have_own_way(request_.problem)) solver_ = plan_->solver();
  });
  record.plan_times->trials = record.effective->trials;
  const auto& warnings = record.effective->warnings;
  record.warnings.insert(record.warnings.end(), warnings.begin(), warnings.end());
}

void CaseRun::judge_repetitions(const WorstError& worst, Record& record) {
  record.check->repetitions = worst.error();
  record.check->repetitions_seconds = record.timed->between_seconds;
  if (record.check->passed()) return;
  blame(record, fmt::format("{}, worst in repetition {} of {}", record.check->failures(),
                            worst.repetition() + 1, record.timed->round_trips));
}

void CaseRun::judge_look_at_once(const WorstError& worst, Record& record) {
  record.check->repetitions = worst.error();
  if (record.check->passed()) return;
  blame(record, record.check->failures() +
                    " where a rank looks at once when it is back: the library goes on then, or "
                    "waits for messages later");
}

void CaseRun::time_repetitions(const Repeated& work, int transforms, Record& record) {
  const Measure& how = case_.measure;
  const ThreadMeter threads(session_.strangers(), threads_->ids());
  const CpuSeconds before = timer_.cpu();
  const double inside = timer_.spent(), start = session_.clock().now();
  const EnergyMeter energy(session_.ranks().root() ? devices_.space : nullptr);
  record.timed =
      fftbench::measure(work, how.warmup, how.limits, how.all_samples, timer_, next_turn(),
                        [this] { return session_.core_to_core(case_.threads); });
  if (!session_.takes_turns()) {  // others would have taken of it
    record.energy = energy.use(session_.clock().now() - start, timer_.spent() - inside,
                               transforms * record.timed->round_trips);
  }
  CpuSeconds inside_calls = timer_.cpu() - before;
  inside_calls.process -= helped_seconds_;
  check_threads(record, threads.use(inside_calls, timer_.spent() - inside));
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
  // What rank 0 tells is what the record holds.
  const bool wrong = on_any_rank(session_.ranks().root() && why, session_.ranks().comm());
  if (wrong) blame(record, why.value_or(""));
}

void CaseRun::check_threads_told(Record& record) {
  int& told = record.effective->threads;  // the most of any rank: the slowest one's time counts
  MPI_Allreduce(MPI_IN_PLACE, &told, 1, MPI_INT, MPI_MAX, session_.ranks().comm());
  if (const auto why = more_than_asked(told, request_.threads)) blame(record, *why);
}

void CaseRun::check_threads(Record& record, const ThreadUse& use) {
  // A device's driver has threads of its own, which are no library's.
  if (request_.problem.memory != Memory::host) return;
  const int told = record.effective->threads;
  const MPI_Comm comm = session_.ranks().comm();
  if (const auto why = too_many_threads(use, told, comm)) blame(record, *why);
  if (const auto warning = idle_threads(use, told, comm)) record.warnings.push_back(*warning);
}

void CaseRun::check_guards(Record& record) {
  if (const auto array = arrays_.written_beside(session_.ranks().comm())) {
    blame(record, fmt::format("memory beside the {} was written to", *array));
  }
}

}  // namespace fftbench
