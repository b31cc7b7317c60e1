#include "contract/record.hpp"

#include <fmt/chrono.h>

#include <cmath>

namespace fftbench {
namespace {

using nlohmann::json;

json to_json(const Setting& setting) {
  return std::visit([](const auto& value) { return json(value); }, setting);
}

json to_json(const Extents& extents) {
  return std::vector<Index>(extents.begin(), extents.end());
}

json to_json(const Effective& effective) {
  json settings = json::object();
  for (const auto& [key, value] : effective.settings) settings[key] = to_json(value);
  json kernels = json::array();
  for (const auto& [name, instruction_sets, told_by] : effective.kernels) {
    kernels.push_back(
        {{"name", name}, {"instruction_sets", instruction_sets}, {"told_by", told_by}});
  }
  return {{"grid", effective.grid.size() > 0 ? to_json(effective.grid) : json()},
          {"threads", effective.threads},
          {"settings", settings},
          {"kernels", kernels}};
}

json to_json(const ArrayLayout& array) {
  json told{{"order", array.order ? to_json(*array.order) : json()},
            {"pieces", to_json(array.pieces)}};
  if (array.interleaved) told["interleaved"] = true;  // of several fields
  return told;
}

json to_json(const Layouts& layouts) {
  return {{"input", to_json(layouts.input)},
          {"output", to_json(layouts.output)},
          {"same", layouts.same},
          {"input_survives", layouts.input_survives ? json(*layouts.input_survives) : json()}};
}

json to_json(const PlanTimes& times) {
  return {{"construct_s", times.construct},
          {"commit_s", times.commit},
          {"first_forward_s", times.first_forward},
          {"first_backward_s", times.first_backward},
          {"trials_s", times.trials ? json(times.trials->seconds) : json()},
          {"trials", times.trials ? json(times.trials->settings) : json()}};
}

json to_json(const Samples& samples) {
  return {{"max_s", samples.max},
          {"median_s", samples.median},
          {"min_s", samples.min},
          {"slowest_rank", samples.slowest_rank},
          {"warmup_s", samples.warmup},
          {"ranks_s", samples.ranks.empty() ? json() : json(samples.ranks)}};
}

/// JSON has no NaN: an error that is not finite is null.
json to_json(const std::optional<double>& error) {
  return error && std::isfinite(*error) ? json(*error) : json();
}

json to_json(const Check& check) {
  json told{{"tolerance", check.tolerance},
            {"spectrum_l2", to_json(check.spectrum_l2)},
            {"spectrum_max", to_json(check.spectrum_max)},
            {"parseval", to_json(check.parseval)},
            {"sampled", to_json(check.sampled)},
            {"round_trip_l2", to_json(check.round_trip_l2)},
            {"round_trip_max", to_json(check.round_trip_max)},
            {"repetitions", to_json(check.repetitions)},
            {"repetitions_s", to_json(check.repetitions_seconds)},
            {"after_l2", to_json(check.after_l2)},
            {"error", to_json(std::optional(check.error()))}};
  if (check.workload_l2) told["workload_l2"] = to_json(check.workload_l2);
  if (check.workload_max) told["workload_max"] = to_json(check.workload_max);
  return told;
}

json to_json(const MemoryUse& memory) {
  return {{"peak_mb", to_json(memory.peak_mb)},
          {"arrays_mb", memory.arrays_mb},
          {"library_mb", to_json(memory.library_mb)}};
}

json to_json(const Energy& energy) {
  return {{"seconds", energy.seconds},
          {"transforms_s", energy.transforms},
          {"transforms", energy.count},
          {"device_j", to_json(energy.device)},
          {"packages_j", to_json(energy.packages)}};
}

json to_json(const std::vector<Warning>& warnings) {
  json list = json::array();
  for (const auto& [code, text] : warnings) list.push_back({{"code", code}, {"text", text}});
  return list;
}

/// null where the case never got that far.
template <class Part>
json or_null(const std::optional<Part>& part) {
  return part ? to_json(*part) : json();
}

}  // namespace

std::string_view name(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::wrong:
      return "wrong";
    case Status::baseline:
      return "baseline";
    case Status::bound:
      return "bound";
    case Status::unsupported:
      return "unsupported";
    case Status::failed:
      return "failed";
    case Status::timeout:
      return "timeout";
  }
  return "unknown";
}

json to_json(const Record& record) {
  const auto samples = [&](Part part) {
    return record.timed && !record.timed->of(part).max.empty() ? to_json(record.timed->of(part))
                                                               : json();
  };
  json library;
  if (!record.library.empty()) library = {{"name", record.library}, {"version", record.version}};
  json told{{"schema", "fftbench/record/3"},
            {"case", record.source},
            {"launch", record.launch},
            {"status", name(record.status)},
            {"reason", record.reason.empty() ? json() : json(record.reason)},
            {"started", record.started},
            {"elapsed_s", record.elapsed},
            {"library", library},
            {"effective", or_null(record.effective)},
            {"layouts", or_null(record.layouts)},
            {"planning", or_null(record.plan_times)},
            {"forward", samples(Part::forward)},
            {"backward", samples(Part::backward)},
            {"cycles",
             record.timed && !record.timed->cycles.empty() ? json(record.timed->cycles) : json()},
            {"stopped_by", record.timed ? json(name(record.timed->stopped_by)) : json()},
            {"check", or_null(record.check)},
            {"profile", record.profile},
            {"memory", or_null(record.memory)},
            {"energy", or_null(record.energy)},
            {"environment", record.environment},
            {"warnings", to_json(record.warnings)}};
  if (record.timed && !record.timed->core_to_core.empty()) {
    told["core_to_core_s"] = record.timed->core_to_core;
  }
  if (!record.unranked.empty()) told["unranked"] = record.unranked;
  for (const auto& [key, part] :
       {std::pair{"pointwise", Part::pointwise}, {"whole", Part::whole}}) {
    if (json found = samples(part); !found.is_null()) told[key] = found;  // of a workload
  }
  return told;
}

std::string timestamp() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace fftbench
