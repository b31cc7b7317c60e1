#pragma once
/// Whether a rank's boxes, and the arrays that are passed for them, can be.

#include <optional>
#include <span>

#include "support/mpi_support.hpp"
#include "taskfft/box_arrays.hpp"
#include "taskfft/box_plan.hpp"

namespace taskfft {

/// Collective: this rank's boxes as given, with what they left open. Throws ArgumentError on all
/// ranks for a box that is not within the array or whose elements may lie in one place, and in
/// place for another number of boxes at the output.
Boxes checked_boxes(const Communicator& comm, const Problem& problem, const Boxes& mine);

/// Whether a plan can work in the caller's array: a single box in the same memory, and behind it
/// what the plan needs besides.
bool same_array(std::span<const Layout> boxes, const Layout& plans, int fields);

/// What was passed for the boxes of an end.
struct PassedArrays {
  std::span<void* const> addresses;
  std::span<const std::optional<ArrayType>> types;
};

/// Throws ArgumentError for too few or too many arrays, for elements of another type or too few of
/// them, and for arrays that are missing or overlap where they must not. `in` are those before the
/// forward transform.
void check_box_arrays(const char* caller, const Problem& problem, const Boxes& boxes,
                      const PassedArrays& in, const PassedArrays& out);

}  // namespace taskfft
