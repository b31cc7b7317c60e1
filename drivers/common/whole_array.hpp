#pragma once
/// The layouts of a library that has the whole array on one rank, in C order; several fields one
/// behind the other.

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>

namespace fftbench {

/// Real rows are padded in place, where the half spectrum takes their room, and nowhere else.
inline Layout whole_input(const Problem& problem) {
  const Box box{Extents::filled(problem.shape.size(), 0), problem.shape};
  const bool padded = problem.halved() && problem.placement == Placement::in_place;
  const Index row = padded ? 2 * problem.spectrum_shape().back() : problem.shape.back();
  return Layout::padded_rows(box, row).repeated(problem.fields);
}

inline Layout whole_output(const Problem& problem) {
  const Box box{Extents::filled(problem.shape.size(), 0), problem.spectrum_shape()};
  return Layout::row_major(box).repeated(problem.fields);
}

}  // namespace fftbench
