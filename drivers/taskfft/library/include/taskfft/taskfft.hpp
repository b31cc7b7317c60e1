#pragma once

#include "taskfft/arguments.hpp"  // IWYU pragma: export
#include "taskfft/error.hpp"      // IWYU pragma: export
#include "taskfft/names.hpp"      // IWYU pragma: export
#include "taskfft/plan.hpp"       // IWYU pragma: export
#include "taskfft/presets.hpp"    // IWYU pragma: export
#include "taskfft/types.hpp"      // IWYU pragma: export

namespace taskfft {

inline constexpr const char* version = "0.1.0";

}  // namespace taskfft
