#pragma once
/// The two fields that every library is tested with, known at every global index on any rank.
///
/// A Superposition is a sum of waves (columns of the transform's or the inverse's matrix) and
/// impulses. Its transform is again one, with the parts exchanged, so every element of input and
/// spectrum has a closed form: the waves make the input dense, the impulses the spectrum, and a
/// block that is lost, swapped, conjugated or scaled shows.
/// (benchfft tests with impulses after Ergün, "Testing multivariate linear functions", STOC'95.)
/// Random data come from the global index.

#include <cstdint>
#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <span>
#include <vector>

#include "check/axis_matrix.hpp"

namespace fftbench {

/// sum over waves of amplitude * prod_a matrices[a].at(x[a], at[a])
/// + sum over impulses of amplitude * (x == at).
struct Superposition {
  struct Term {
    Extents at;  ///< wave number, or place of the impulse
    Complex amplitude;
  };
  std::vector<AxisMatrix> matrices;
  std::vector<Term> waves;
  std::vector<Term> impulses;

  /// What the inverse of the matrices makes of it (unscaled), over the full spectrum.
  Superposition transformed() const;
};

/// The `which`-th place of a seed, uniform over the shape.
Extents random_place(const Extents& shape, std::uint64_t which, std::uint64_t seed);

/// A single wave; real-valued where the input is, by the real part of the weight where the wave is
/// its own complex conjugate.
Superposition wave_field(const Problem& problem, const Extents& wave, Complex weight);

/// A few waves and impulses of equal weight in the norm; real-valued where the input is.
Superposition known_field(const Problem& problem, std::uint64_t seed);
/// The same times `share`, beside a wave of at least the same weight in the norm as all of it: the
/// longest that is constant along no axis. What is solved for it is no smaller than what it is
/// made of.
Superposition smooth_field(const Problem& problem, std::uint64_t seed, double share);

/// prod_a factor(a, x[a]), kept as one row of factors per axis of a box.
template <class Value>
class Separable {
 public:
  template <class Factor>
  Separable(const Box& box, Factor&& factor) : box_(box) {
    for (std::size_t axis = 0; axis < box.lo.size(); ++axis) {
      std::vector<Value>& row = factors_.emplace_back();
      for (Index x = box.lo[axis]; x < box.hi[axis]; ++x) row.push_back(factor(axis, x));
    }
  }

  const std::vector<Value>& along(std::size_t axis) const { return factors_[axis]; }
  /// The product over all other axes at the row that starts at `start`.
  Value across(const Extents& start, std::size_t axis) const {
    Value product = 1;
    for (std::size_t other = 0; other < start.size(); ++other) {
      if (other == axis) continue;
      product *= factors_[other][static_cast<std::size_t>(start[other] - box_.lo[other])];
    }
    return product;
  }
  /// The product over all axes, at a place of the box.
  Value at(const Extents& place) const {
    return across(place, 0) * factors_[0][static_cast<std::size_t>(place[0] - box_.lo[0])];
  }
  const Box& box() const { return box_; }

 private:
  Box box_;
  std::vector<std::vector<Value>> factors_;
};

/// Writes one row of a field at a time. `axis` is the direction of the row; the index of that axis
/// in `start` is ignored, the row covers box.lo[axis] to box.hi[axis].
class SuperpositionRows {
 public:
  SuperpositionRows(const Superposition& field, const Box& box);
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  struct Wave {
    Complex amplitude;
    Separable<Complex> shape;
  };
  Box box_;
  std::vector<Wave> waves_;
  std::vector<Superposition::Term> impulses_;
};

/// Uniform numbers in [-0.5, 0.5)^2 (imaginary part 0 where the input is real), rounded to the
/// problem's precision so that every use of the field sees the very numbers that the library got.
class RandomRows {
 public:
  RandomRows(const Problem& problem, std::uint64_t seed, const Box& box)
      : problem_(problem), seed_(seed), box_(box) {}
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  Problem problem_;
  std::uint64_t seed_;
  Box box_;
};

/// Calls visit(start, offset) for the first element of every row of the layout along `axis`.
template <class Visit>
void for_each_row(const Layout& layout, std::size_t axis, Visit&& visit) {
  if (layout.box.volume() == 0) return;
  Layout rows = layout;
  rows.box.hi[axis] = rows.box.lo[axis] + 1;
  for_each_element(rows, visit);
}

}  // namespace fftbench
