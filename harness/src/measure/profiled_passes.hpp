#pragma once
/// The profiled passes, made after the timed ones and never timed as results.

#include <fftbench/driver.hpp>
#include <functional>
#include <nlohmann/json.hpp>

#include "measure/measure.hpp"

namespace fftbench {

/// Repeats forward and backward in turn while MPI and FFTW are recorded, and the library's timers
/// run. Returns the record's `profile`, the same on every rank. Collective.
nlohmann::json profiled_passes(Plan& plan, const std::function<void()>& rescale, int repetitions,
                               Timer& timer);

}  // namespace fftbench
