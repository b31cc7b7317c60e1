#pragma once
/// The whole library but the lanes.

#include "taskfft/arguments.hpp"   // IWYU pragma: export
#include "taskfft/array_view.hpp"  // IWYU pragma: export
#include "taskfft/box_arrays.hpp"  // IWYU pragma: export
#include "taskfft/box_plan.hpp"    // IWYU pragma: export
#include "taskfft/effective.hpp"   // IWYU pragma: export
#include "taskfft/error.hpp"       // IWYU pragma: export
#include "taskfft/layout.hpp"      // IWYU pragma: export
#include "taskfft/names.hpp"       // IWYU pragma: export
#include "taskfft/options.hpp"     // IWYU pragma: export
#include "taskfft/plan.hpp"        // IWYU pragma: export
#include "taskfft/presets.hpp"     // IWYU pragma: export
#include "taskfft/problem.hpp"     // IWYU pragma: export
#include "taskfft/spectrum.hpp"    // IWYU pragma: export
#include "taskfft/visitor.hpp"     // IWYU pragma: export

namespace taskfft {

inline constexpr const char* version = "0.3.0";

}  // namespace taskfft
