#pragma once
/// The record contract: what one case gave (schema fftbench/record/3).

#include <fftbench/driver.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "check/layouts.hpp"
#include "contract/case.hpp"
#include "measure/measure.hpp"

namespace fftbench {

/// How a case ended; `unavailable` is for those who launch the programs. `baseline` and
/// `bound`: timed, but there is no answer to be right, because the driver is no library (Role).
enum class Status { ok, wrong, baseline, bound, unsupported, failed, timeout };
std::string_view name(Status);

/// Costs paid once, in seconds, maximum over ranks. To construct is all until the library has told
/// of its layouts and its own arrays, to commit all until it has told what it does with the
/// caller's: whatever it is asked for, it may plan then.
struct PlanTimes {
  double construct = 0.0, commit = 0.0, first_forward = 0.0, first_backward = 0.0;
  std::optional<Trials> trials = {};  ///< part of construct and commit, where the library tells
};

struct MemoryUse {
  std::optional<double> peak_mb;  ///< resident, maximum over ranks
  double arrays_mb = 0.0;         ///< input and spectrum, maximum over ranks
  /// What the library holds beside the arrays after a forward and a backward transform, plus what
  /// it allocated and freed during them; maximum over ranks. A page that several ranks share counts
  /// in equal parts. On a device: what is missing of its free memory, in equal parts for the ranks
  /// that share it.
  std::optional<double> library_mb = {};
};

/// Joules while the repetitions ran, with what is looked at between them, where rank 0 is.
struct Energy {
  double seconds = 0.0;     ///< how long that was
  double transforms = 0.0;  ///< seconds of them inside of transforms, on rank 0
  int count = 0;            ///< of transforms in either direction
  std::optional<double> device, packages;
};

struct Record {
  nlohmann::json source;  ///< the case as it was read
  int launch = 0;
  Status status = Status::failed;
  std::string reason;   ///< empty where there is nothing to say
  std::string started;  ///< UTC, ISO 8601
  double elapsed = 0.0;
  std::string library, version;
  std::string unranked;  ///< why it competes with nobody (Description); empty for what is ranked
  std::optional<Effective> effective;
  std::optional<Layouts> layouts;
  std::optional<PlanTimes> plan_times;
  std::optional<Timed> timed;
  std::optional<Check> check;
  nlohmann::json profile;  ///< null where no profiled pass was made
  std::optional<MemoryUse> memory;
  std::optional<Energy> energy;
  nlohmann::json environment;
  std::vector<Warning> warnings;
};

nlohmann::json to_json(const Record& record);

/// Now, in UTC, as 2026-01-31T12:00:00Z.
std::string timestamp();

}  // namespace fftbench
