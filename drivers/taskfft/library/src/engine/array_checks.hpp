#pragma once
/// Whether the arrays that a caller passes can be a plan's.

#include "engine/layouts.hpp"
#include "taskfft/array_view.hpp"

namespace taskfft {

/// What is known of the array that is read, and of the one that is written.
struct ArrayTypes {
  ArrayType from;
  ArrayType to;
};

/// Throws ArgumentError where a transform is called before commit.
void check_committed(bool committed);

/// Throws ArgumentError unless they have the plan's elements, and enough of them.
void check_types(const char* caller, const Problem& problem, const Layouts& layouts,
                 const ArrayTypes& types, bool forward);

/// Throws ArgumentError for arrays that are missing, or overlap where they must not. `in` is the
/// one before the forward transform.
void check_arrays(const char* caller, const Problem& problem, const Layouts& layouts,
                  const void* in, const void* out);

}  // namespace taskfft
