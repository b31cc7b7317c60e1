#pragma once
/// Whether the arrays that a caller passes can be a plan's.

#include <span>

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

/// Throws ArgumentError where a visitor comes along backward that cannot.
void check_shown(const Problem& problem);

/// Throws ArgumentError unless an array has the plan's elements, and enough of them. `array`: whose
/// it is, in words.
void check_type(const std::string& array, const Problem& problem, Element element,
                const Layout& layout, const ArrayType& type);

/// Of the two arrays of a direction.
void check_types(const char* caller, const Problem& problem, const Layouts& layouts,
                 const ArrayTypes& types, bool forward);

/// A rank's arrays at one end, with the layout of each.
struct EndArrays {
  std::span<const Layout> layouts;
  std::span<const void* const> addresses;
};

/// Throws ArgumentError for arrays that are missing, or overlap where they must not. `in` are those
/// before the forward transform; in place, there are as many `out`, each in the same memory.
void check_arrays(const char* caller, const Problem& problem, const EndArrays& in,
                  const EndArrays& out);
void check_arrays(const char* caller, const Problem& problem, const Layouts& layouts,
                  const void* in, const void* out);

}  // namespace taskfft
