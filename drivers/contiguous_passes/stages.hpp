#pragma once
/// Who holds what between the crossings: on every rank one axis is whole, the last one first.

#include <fftbench/problem.hpp>
#include <vector>

namespace fftbench::contiguous_passes {

/// Slabs {P, 1} or pencils {p, q} of an array. Rank r stands at (r / q, r % q).
class Stages {
 public:
  Stages(const Problem& problem, const Extents& grid, int rank)
      : shape_(problem.shape), spectrum_(problem.spectrum_shape()), grid_(grid), rank_(rank) {}

  std::size_t dims() const { return shape_.size(); }
  /// This rank's part of the input: the last axis is whole.
  Box input() const { return held(shape_, dims() - 1); }
  /// Its part of the spectrum, or of what is to become it, where `whole` is not divided.
  Box spectrum(std::size_t whole) const { return held(spectrum_, whole); }
  /// The most elements of the spectrum that it holds at any stage.
  Index most() const;

  /// Ranks that a crossing to the stage where `whole` is whole goes among; 1 where none is needed.
  Index ranks_across(std::size_t whole) const { return grid_[whole]; }
  /// Equal on those of them alone.
  int group_across(std::size_t whole) const;
  /// Elements for each of them, and whether all messages among all ranks are of one size.
  std::vector<int> leaving(std::size_t whole) const;
  std::vector<int> arriving(std::size_t whole) const;
  bool even(std::size_t whole) const;

 private:
  Box held(const Extents& shape, std::size_t whole) const;
  std::vector<int> cut(const Box& box, std::size_t axis, Index ranks) const;

  Extents shape_, spectrum_, grid_;
  int rank_;
};

}  // namespace fftbench::contiguous_passes
