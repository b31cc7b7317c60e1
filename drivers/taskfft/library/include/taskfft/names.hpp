#pragma once

#include <string_view>

#include "taskfft/types.hpp"

namespace taskfft {

/// The word for a value, as options of programs and files have it: the enumerator's own name, but
/// "auto" for automatic, "static" for static_, "double" and "single" for the precisions.
/// Enum: Transform, Precision, Placement, Exchange, Order, Packing, LineKernel, Stores, Scheduler,
/// ExecutorKind, Effort, WorkMemory or Tuning.
template <class Enum>
std::string_view name(Enum value);

/// The value of a word. Throws ArgumentError, which lists the words that there are.
template <class Enum>
Enum named(std::string_view word);

}  // namespace taskfft
