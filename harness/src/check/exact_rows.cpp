#include "check/exact_rows.hpp"

#include <algorithm>
#include <fftbench/unbounded.hpp>

namespace fftbench {

ExactRows ExactRows::input(const Problem& problem, const Sample& sample, int which,
                           const Box& box) {
  if (problem.workload == Workload::unbounded_poisson) {
    return ExactRows(SourceRows(problem, sample.seed, box));
  }
  if (unbounded_axes(problem.workload) > 0) {
    return ExactRows(ChargedWaveRows::sources(problem, sample.seed, box));
  }
  return ExactRows(ProductRows(exact_input(problem, sample, which), box));
}

ExactRows ExactRows::result(const Problem& problem, const Sample& sample, int which,
                            const Box& box) {
  if (problem.workload == Workload::unbounded_poisson) {
    return ExactRows(PotentialRows(problem, sample.seed, box));
  }
  if (unbounded_axes(problem.workload) > 0) {
    return ExactRows(ChargedWaveRows::potential(problem, sample.seed, box));
  }
  return ExactRows(ProductRows(exact_result(problem, sample, which), box));
}

Layout result_layout(const Problem& problem, Layout input) {
  const Extents end = source_shape(problem);
  for (std::size_t axis = 0; axis < end.size(); ++axis) {
    Index& hi = input.box.hi[axis];
    hi = std::max(input.box.lo[axis], std::min(hi, end[axis]));
  }
  return input;
}

}  // namespace fftbench
