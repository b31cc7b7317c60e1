#include "taskfft/spectrum.hpp"

#include <algorithm>
#include <numbers>
#include <string>

#include "layout/line_transform.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// The length of the periodic line that a line of each kind is half of; FFTW's manual calls it the
/// logical size.
double logical_length(Transform kind, Index extent) {
  const auto n = static_cast<double>(extent);
  if (!real_to_real(kind)) return n;
  if (kind == Transform::dct1) return 2 * (n - 1);
  if (kind == Transform::dst1) return 2 * (n + 1);
  return 2 * n;
}

/// How often element k goes round on that length.
double periods(Transform kind, Index extent, Index k) {
  const auto number = static_cast<double>(k);
  switch (kind) {
    case Transform::c2c:
      return 2 * k > extent ? number - static_cast<double>(extent) : number;
    case Transform::r2c:
    case Transform::dct1:
    case Transform::dct2:
      return number;
    case Transform::dst1:
    case Transform::dst2:
      return number + 1;
    default:
      return number + 0.5;
  }
}

/// The element of a whole spectrum that element k of one with `elements` of them stands for: the
/// negative waves are the last ones.
Index whole_index(Transform kind, Index extent, Index elements, Index k) {
  const bool negative = kind == Transform::c2c && 2 * k >= elements;
  return negative ? k + extent - elements : k;
}

}  // namespace

std::vector<Index> spectrum_extents(const Problem& problem) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  std::vector<Index> elements = problem.extents;
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    if (kinds[axis] == Transform::r2c) elements[axis] = elements[axis] / 2 + 1;
  }
  for (std::size_t axis = 0; axis < problem.kept.size(); ++axis) {
    const Index kept = problem.kept[axis];
    elements[axis] = std::min(elements[axis], kinds[axis] == Transform::c2c ? 2 * kept - 1 : kept);
  }
  return elements;
}

double round_trip_factor(const Problem& problem) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  double factor = 1;
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    factor *= logical_length(kinds[axis], problem.extents[axis]);
  }
  return factor;
}

double wave_number(Transform kind, Index extent, Index k) {
  return 2 * std::numbers::pi * periods(kind, extent, k) / logical_length(kind, extent);
}

std::vector<double> wave_numbers(const Problem& problem, const Layout& layout, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  const std::size_t dims = problem.extents.size();
  if (a >= dims) {  // in words for callers that count from 1, too
    throw ArgumentError("there is no such axis: the problem has " + std::to_string(dims));
  }
  const Transform kind = axis_kinds(problem)[a];
  const Index extent = problem.extents[a];
  const Index elements = spectrum_extents(problem)[a];
  std::vector<double> numbers;
  for (Index k = layout.lo[a]; k < layout.hi[a]; ++k) {
    numbers.push_back(wave_number(kind, extent, whole_index(kind, extent, elements, k)));
  }
  return numbers;
}

}  // namespace taskfft
