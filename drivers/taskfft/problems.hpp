#pragma once
/// The harness's problems and layouts in taskfft's words.

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>

#include <taskfft/layout.hpp>
#include <taskfft/problem.hpp>

namespace taskfft_settings {

inline taskfft::Problem problem_of(const fftbench::Problem& problem) {
  using taskfft::named;
  std::vector<taskfft::Transform> kinds;
  for (const fftbench::Transform kind : problem.kinds) {
    kinds.push_back(named<taskfft::Transform>(name(kind)));
  }
  return {.extents = {problem.shape.begin(), problem.shape.end()},
          .transform = named<taskfft::Transform>(name(problem.transform)),
          .precision = named<taskfft::Precision>(name(problem.precision)),
          .placement = named<taskfft::Placement>(name(problem.placement)),
          .kinds = kinds,
          .fields = problem.fields};
}

inline fftbench::Layout layout_of(const taskfft::Layout& from) {
  fftbench::Layout layout;
  for (std::size_t axis = 0; axis < from.lo.size(); ++axis) {
    layout.box.lo.push_back(from.lo[axis]);
    layout.box.hi.push_back(from.hi[axis]);
    layout.stride.push_back(from.stride[axis]);
  }
  layout.size = from.size;
  layout.field_stride = from.field_stride;
  return layout;
}

}  // namespace taskfft_settings
