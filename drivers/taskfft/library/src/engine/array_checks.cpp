#include "engine/array_checks.hpp"

#include <string>

#include "layout/line_transform.hpp"
#include "support/element.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

std::string element_name(Precision precision, bool complex) {
  const std::string real = precision == Precision::float64 ? "double" : "float";
  return complex ? "std::complex<" + real + ">" : real;
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

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(a);
  const auto second = reinterpret_cast<std::uintptr_t>(b);
  return first < second + b_bytes && second < first + a_bytes;
}

}  // namespace

void check_committed(bool committed) {
  if (!committed) throw ArgumentError("call commit before forward and backward");
}

void check_types(const char* caller, const Problem& problem, const Layouts& layouts,
                 const ArrayTypes& types, bool forward) {
  const std::string given = std::string(caller) + " was given ";
  check_type(given + (forward ? "an input" : "an output"), problem, input_element(problem),
             layouts.input, forward ? types.from : types.to);
  check_type(given + (forward ? "an output" : "an input"), problem, output_element(problem),
             layouts.output, forward ? types.to : types.from);
}

void check_arrays(const char* caller, const Problem& problem, const Layouts& layouts,
                  const void* in, const void* out) {
  const std::string given = std::string(caller) + " was given ";
  const bool in_place = problem.placement == Placement::in_place;
  const bool empty = layouts.input.size == 0 || layouts.output.size == 0;
  if ((in == nullptr && layouts.input.size > 0) || (out == nullptr && layouts.output.size > 0)) {
    throw ArgumentError(given + "a null pointer for an array that is not empty");
  }
  if (in_place && in != out) {
    throw ArgumentError(given + "two arrays, but the problem is in place: pass one twice");
  }
  if (in_place || empty) return;
  if (in == out) {
    throw ArgumentError(given +
                        "one array twice, but the problem is out of place: "
                        "ask for Placement::in_place or pass two arrays");
  }
  if (overlap(in, bytes_of(layouts.input, input_element(problem), problem.precision), out,
              bytes_of(layouts.output, output_element(problem), problem.precision))) {
    throw ArgumentError(given + "two arrays that overlap: each has the size of its layout");
  }
}

}  // namespace taskfft
