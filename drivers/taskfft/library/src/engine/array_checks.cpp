#include "engine/array_checks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "layout/line_transform.hpp"
#include "support/element.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

std::string element_name(Precision precision, bool complex) {
  const std::string real = precision == Precision::float64 ? "double" : "float";
  return complex ? "std::complex<" + real + ">" : real;
}

/// The memory of an array.
struct Extent {
  std::uintptr_t begin, end;
  bool is_output;
  bool operator<(const Extent& other) const { return begin < other.begin; }
};

void add(std::vector<Extent>& extents, const EndArrays& arrays, const Problem& problem,
         bool is_output) {
  const Element element = is_output ? output_element(problem) : input_element(problem);
  for (std::size_t k = 0; k < arrays.layouts.size(); ++k) {
    const std::size_t bytes = bytes_of(arrays.layouts[k], element, problem.precision);
    const auto begin = reinterpret_cast<std::uintptr_t>(arrays.addresses[k]);
    if (bytes > 0) extents.push_back({begin, begin + bytes, is_output});
  }
}

/// No input has memory in common with an output.
void check_apart(const std::string& given, std::vector<Extent> extents) {
  std::sort(extents.begin(), extents.end());
  std::array<Extent, 2> last{};  // of either end, the one that reaches furthest
  for (const Extent& extent : extents) {
    const Extent& other = last[extent.is_output ? 0 : 1];
    if (extent.begin < other.end) {
      throw ArgumentError(given + (extent.begin == other.begin
                                       ? "one array twice, but the problem is out of place: ask "
                                         "for Placement::in_place or pass two arrays"
                                       : "two arrays that overlap: each has the size of its "
                                         "layout"));
    }
    Extent& mine = last[extent.is_output ? 1 : 0];
    if (extent.end > mine.end) mine = extent;
  }
}

bool is_missing(const EndArrays& arrays) {
  for (std::size_t k = 0; k < arrays.layouts.size(); ++k) {
    if (arrays.addresses[k] == nullptr && arrays.layouts[k].size > 0) return true;
  }
  return false;
}

}  // namespace

void check_committed(bool committed) {
  if (!committed) throw ArgumentError("call commit before forward and backward");
}

void check_shown(const Problem& problem) {
  if (problem.extents.size() > 1) return;
  throw ArgumentError(
      "backward has no visitor in one dimension: multiply the spectrum before, or in forward");
}

void check_type(const std::string& array, const Problem& problem, Element element,
                const Layout& layout, const ArrayType& type) {
  const bool complex = element == Element::complex;
  if (type.precision != problem.precision || type.is_complex != complex) {
    throw ArgumentError(array + " of " + element_name(type.precision, type.is_complex) +
                        ": the plan has " + element_name(problem.precision, complex) + " there");
  }
  if (type.size < static_cast<std::size_t>(layout.size)) {
    throw ArgumentError(array + " of " + std::to_string(type.size) +
                        " elements: the plan's layout has " + std::to_string(layout.size));
  }
}

void check_types(const char* caller, const Problem& problem, const Layouts& layouts,
                 const ArrayTypes& types, bool forward) {
  const std::string given = std::string(caller) + " was given ";
  check_type(given + (forward ? "an input" : "an output"), problem, input_element(problem),
             layouts.input, forward ? types.from : types.to);
  check_type(given + (forward ? "an output" : "an input"), problem, output_element(problem),
             layouts.output, forward ? types.to : types.from);
}

void check_arrays(const char* caller, const Problem& problem, const EndArrays& in,
                  const EndArrays& out) {
  const std::string given = std::string(caller) + " was given ";
  if (is_missing(in) || is_missing(out)) {
    throw ArgumentError(given + "a null pointer for an array that is not empty");
  }
  if (problem.placement == Placement::in_place) {
    if (std::ranges::equal(in.addresses, out.addresses)) return;
    throw ArgumentError(given + "two arrays, but the problem is in place: pass one twice");
  }
  std::vector<Extent> extents;
  add(extents, in, problem, false);
  add(extents, out, problem, true);
  check_apart(given, std::move(extents));
}

void check_arrays(const char* caller, const Problem& problem, const Layouts& layouts,
                  const void* in, const void* out) {
  check_arrays(caller, problem, EndArrays{{&layouts.input, 1}, {&in, 1}},
               EndArrays{{&layouts.output, 1}, {&out, 1}});
}

}  // namespace taskfft
