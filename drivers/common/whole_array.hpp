#pragma once
/// The layouts of a library that has the whole array on one rank, in C order.

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>

namespace fftbench {

/// Real rows are padded in place, where the half spectrum takes their room, and nowhere else.
inline Layout whole_input(const Problem& problem) {
  const Box box{Extents::filled(problem.shape.size(), 0), problem.shape};
  const bool halved = problem.transform == Transform::r2c;
  if (!halved || problem.placement == Placement::out_of_place) return Layout::row_major(box);
  return Layout::padded_rows(box, 2 * problem.spectrum_shape().back());
}

inline Layout whole_output(const Problem& problem) {
  return Layout::row_major({Extents::filled(problem.shape.size(), 0), problem.spectrum_shape()});
}

}  // namespace fftbench
