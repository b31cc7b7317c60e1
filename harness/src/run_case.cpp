#include "run_case.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>

#include "check.hpp"
#include "profiled_passes.hpp"

namespace fftbench {
namespace {

template <class Value>
bool holds(const std::vector<Value>& values, Value value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// The word of Description::decompositions for a grid.
std::string decomposition(const Extents& grid) {
  if (grid.size() > 2) return "brick";
  return grid[1] > 1 ? "pencil" : "slab";
}

double max_over_ranks(double value, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm);
  return value;
}

bool on_all_ranks(bool value, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_CXX_BOOL, MPI_LAND, comm);
  return value;
}

}  // namespace

Support within_description(const Description& description, const Request& request, int ranks) {
  const Problem& problem = request.problem;
  const auto lacks = [&](std::string_view what) {
    return Support::no(fmt::format("{} offers no {}", description.library, what));
  };
  if (!holds(description.dims, problem.shape.size())) {
    return lacks(fmt::format("{}-D transforms", problem.shape.size()));
  }
  if (!holds(description.transforms, problem.transform)) return lacks(name(problem.transform));
  if (problem.logical_shape().volume() == 0) {
    return Support::no(fmt::format("{} is defined for at least 2 points along every axis, not {}",
                                   name(problem.transform), problem.shape.text()));
  }
  if (!holds(description.precisions, problem.precision)) {
    return lacks(fmt::format("{} precision", name(problem.precision)));
  }
  if (!holds(description.placements, problem.placement)) {
    return lacks(fmt::format("{} transforms", name(problem.placement)));
  }
  if (!holds(description.memories, problem.memory)) {
    return lacks(fmt::format("arrays in {} memory", name(problem.memory)));
  }
  if (request.threads > 1 && !description.threaded) return lacks("threads");
  if (ranks > 1 && description.decompositions.empty()) {
    return Support::no(fmt::format("{} runs on one rank, not on {}", description.name, ranks));
  }
  if (request.grid.size() == 0) return Support::yes();
  if (request.grid.size() < 2 || request.grid.volume() != ranks) {
    return Support::no(
        fmt::format("grid {} does not multiply to {} ranks", request.grid.text(), ranks));
  }
  if (request.grid.size() > std::max<std::size_t>(2, problem.shape.size())) {
    return Support::no(fmt::format("grid {} divides more axes than {} has", request.grid.text(),
                                   problem.shape.text()));
  }
  const std::string needed = decomposition(request.grid);
  const bool alone = ranks == 1 && needed == "slab";
  if (alone || holds(description.decompositions, needed)) return Support::yes();
  return lacks(fmt::format("{}s: grid {} would need them", needed, request.grid.text()));
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
  if (record.memory && record.memory->peak_mb) {
    const double peak = std::max(earlier_peak_, peak_memory_mb());
    record.memory->peak_mb = max_over_ranks(peak, session_.ranks().comm());
  }
  record.elapsed = session_.clock().now() - start;
  return record;
}

void CaseRun::run(Record& record) {
  if (session_.ranks().size() != case_.ranks) {
    throw Error(
        fmt::format("the case is for {} ranks, but this program was started as {}: the "
                    "launcher and the MPI library of the program don't belong together",
                    case_.ranks, session_.ranks().size()));
  }
  Driver& driver = Registry::instance().find(case_.driver);
  if (!supported(driver, record)) return;
  construct(driver, record);
  allocate(record);
  commit(record);
  if (driver.description().baseline) {
    run_unchecked(record);
  } else {
    check(record);
  }
  if (record.status == Status::wrong) return;
  measure(record);
  if (record.status == Status::ok) check_after(record);
  if (record.status != Status::wrong) profile(record);
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

void CaseRun::construct(Driver& driver, Record& record) {
  record.memory.emplace();
  // Known when the case ends, and only where every rank could set its mark back.
  if (on_all_ranks(reset_peak_memory(), session_.ranks().comm())) record.memory->peak_mb = 0.0;
  return_freed_memory();
  held_before_plan_ = held_memory_mb();
  record.plan_times.emplace();
  record.plan_times->construct =
      timer_.time_max("construct", [&] { plan_ = driver.plan(request_, MPI_COMM_WORLD); });
}

void CaseRun::allocate(Record& record) {
  const Problem& problem = request_.problem;
  const MPI_Comm comm = session_.ranks().comm();
  session_.ranks().collectively("layouts", [&] {
    input_layout_ = plan_->input();
    output_layout_ = plan_->output();
  });
  session_.ranks().collectively("check the layouts", [&] {
    expect_tiling(input_layout_, problem.shape, "input", comm);
    expect_tiling(output_layout_, problem.spectrum_shape(), "output", comm);
  });
  auto input_bytes = static_cast<std::size_t>(input_layout_.size) * problem.input_element_bytes();
  const auto output_bytes =
      static_cast<std::size_t>(output_layout_.size) * problem.output_element_bytes();
  if (in_place()) input_bytes = std::max(input_bytes, output_bytes);
  session_.ranks().collectively("allocate", [&] {
    if (const auto own = plan_->own_buffers()) {
      buffers_ = *own;
      return;
    }
    input_memory_ = AlignedMemory(input_bytes);
    if (!in_place()) output_memory_ = AlignedMemory(output_bytes);
    buffers_ = {input_memory_.data(), in_place() ? input_memory_.data() : output_memory_.data()};
  });
  const std::size_t bytes = input_bytes + (in_place() ? 0 : output_bytes);
  arrays_mb_ = static_cast<double>(bytes) / 1e6;
  record.memory->arrays_mb = max_over_ranks(arrays_mb_, comm);
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
  earlier_peak_ = peak_memory_mb();
  return_freed_memory();  // what planning needed
  reset_peak_memory();
  record.plan_times->first_forward = timer_.time_max("first forward", [&] { plan_->forward(); });
}

void CaseRun::first_backward(Record& record) {
  record.plan_times->first_backward = timer_.time_max("first backward", [&] { plan_->backward(); });
  measure_library_memory(record);
}

/// Both arrays are resident by now, whoever has touched them first: what this process holds more
/// than before the plan was made, and is not theirs, is the library's; and so is what was there for
/// a while since the first transform began.
void CaseRun::measure_library_memory(Record& record) {
  const double passing = peak_memory_mb() - resident_memory_mb();
  const std::optional<double> held = held_memory_mb();
  const MPI_Comm comm = session_.ranks().comm();
  if (!on_all_ranks(held && held_before_plan_ && record.memory->peak_mb, comm)) return;
  const double besides = *held - *held_before_plan_ - arrays_mb_ + passing;
  record.memory->library_mb = std::max(max_over_ranks(besides, comm), 0.0);
}

void CaseRun::check(Record& record) {
  const MPI_Comm comm = session_.ranks().comm();
  const Problem& problem = request_.problem;
  Check& check = record.check.emplace();
  check.tolerance = tolerance(problem);

  // A result that was never written must not pass for one: poison what is about to be overwritten.
  const Superposition field = known_field(problem, case_.seed);
  input().fill(SuperpositionRows(field, input_layout_.box));
  if (!in_place()) spectrum().poison();
  first_forward(record);
  const Difference known = compare(spectrum(), field.transformed(), forward_scale_, comm);
  check.spectrum_l2 = known.l2;
  check.spectrum_max = known.max;

  fill_random();
  if (!in_place()) spectrum().poison();
  session_.ranks().collectively("forward", [&] { plan_->forward(); });
  random_spectrum_ = random_spectrum(input_layout_, problem, case_.seed, comm);
  check.parseval = parseval_error(spectrum(), problem, random_spectrum_, forward_scale_, comm);
  check.sampled = sampled_error(spectrum(), problem, random_spectrum_, forward_scale_, comm);

  if (!in_place()) input().poison();
  first_backward(record);
  const Difference round_trip =
      compare_random(input(), problem, case_.seed, round_trip_scale_, comm);
  check.round_trip_l2 = round_trip.l2;
  check.round_trip_max = round_trip.max;
  record.status = check.passed() ? Status::ok : Status::wrong;
  if (!check.passed()) record.reason = check.failures();
}

void CaseRun::run_unchecked(Record& record) {
  fill_random();
  first_forward(record);
  first_backward(record);
  record.status = Status::baseline;
}

void CaseRun::fill_random() {
  input().fill(RandomRows(request_.problem, case_.seed, input_layout_.box));
}

void CaseRun::rescale() {
  input().scale(1.0 / round_trip_scale_);
}

void CaseRun::measure(Record& record) {
  fill_random();
  const Measure& how = case_.measure;
  record.timed = fftbench::measure(
      *plan_, [this] { rescale(); }, how.warmup, how.limits, how.all_samples, timer_);
}

void CaseRun::check_after(Record& record) {
  const MPI_Comm comm = session_.ranks().comm();
  const Problem& problem = request_.problem;
  Check& check = *record.check;
  const double round_trips = std::max(record.timed->round_trips, 1);
  const Difference after = compare_random(input(), problem, case_.seed, 1.0, comm);
  check.after_l2 = after.l2 / round_trips;

  // A transform that has stopped working can leave the data right: look at a spectrum again.
  fill_random();
  if (!in_place()) spectrum().poison();
  session_.ranks().collectively("last forward", [&] { plan_->forward(); });
  const double sampled = sampled_error(spectrum(), problem, random_spectrum_, forward_scale_, comm);
  check.sampled = std::max(*check.sampled, sampled);
  if (check.passed()) return;
  record.status = Status::wrong;
  record.reason = check.failures();
}

void CaseRun::profile(Record& record) {
  if (case_.measure.profile == 0) return;
  fill_random();
  record.profile = profiled_passes(
      *plan_, [this] { rescale(); }, case_.measure.profile, timer_);
}

}  // namespace fftbench
