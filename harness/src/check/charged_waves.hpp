#pragma once
/// Sources beside bounded axes whose potential is known at every point: each is a charge at a point
/// of the unbounded axes, and a wave along the bounded ones. Its potential is Green's function of
/// that wave, of the charge and its mirror images (unbounded.hpp), times the same wave.

#include "check/field.hpp"

namespace fftbench {

/// One row at a time, as ProductRows does.
class ChargedWaveRows {
 public:
  /// Zero in the second halves. Real where the input is.
  static ChargedWaveRows sources(const Problem& problem, std::uint64_t seed, const Box& box);
  static ChargedWaveRows potential(const Problem& problem, std::uint64_t seed, const Box& box);
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  /// A charge's place, of which the unbounded axes count, and its wave's numbers, of which the
  /// rest.
  struct Charge {
    Extents at, wave;
    Complex amplitude;
  };
  struct Term {
    Separable<Complex> wave;        ///< with the amplitude, and the same along unbounded axes
    std::vector<double> unbounded;  ///< by place along these
  };
  static std::vector<Charge> charges(const Problem& problem, std::uint64_t seed);
  /// `value(squared distance to a charge, wave number)` along the unbounded axes.
  template <class Value>
  ChargedWaveRows(const Problem& problem, std::uint64_t seed, const Box& box, Value&& value);
  Index unbounded_place(const Extents& place) const;

  std::size_t axes_;  ///< that are unbounded
  bool real_;
  Layout layout_;  ///< of the box' places along these
  std::vector<Term> terms_;
};

}  // namespace fftbench
