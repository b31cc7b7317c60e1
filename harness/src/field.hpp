#pragma once
/// The two fields that every library is tested with, known at every global index on any rank.
///
/// A Superposition is a sum of plane waves and impulses. Its transform is again one, with the parts
/// exchanged, so every element of input and spectrum has a closed form: the waves make the input
/// dense, the impulses the spectrum, and a block that is lost, swapped, conjugated or scaled shows.
/// (benchfft tests with impulses after Ergün, "Testing multivariate linear functions", STOC'95.)
/// Random data come from the global index.

#include <complex>
#include <cstdint>
#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <span>
#include <vector>

namespace fftbench {

using Complex = std::complex<double>;

/// sum over waves of amplitude * exp(sign * 2 pi i sum_a k[a] x[a] / shape[a])
/// + sum over impulses of amplitude * (x == at).
struct Superposition {
  struct Term {
    Extents at;  ///< wave number, or place of the impulse
    Complex amplitude;
  };
  Extents shape;
  int sign = +1;
  std::vector<Term> waves;
  std::vector<Term> impulses;

  /// The forward transform (exponent -1, unscaled), over the full spectrum.
  Superposition transformed() const;
};

/// A few waves and impulses of equal weight in the norm; real-valued for r2c.
Superposition known_field(const Problem& problem, std::uint64_t seed);

/// Writes one row of a field at a time. `axis` is the direction of the row; the index of that axis
/// in `start` is ignored, the row covers box.lo[axis] to box.hi[axis].
class SuperpositionRows {
 public:
  SuperpositionRows(const Superposition& field, const Box& box);
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  struct Wave {
    Complex amplitude;
    std::vector<std::vector<Complex>> factor;  ///< per axis, over the box
  };
  Box box_;
  std::vector<Wave> waves_;
  std::vector<Superposition::Term> impulses_;
};

/// Uniform numbers in [-0.5, 0.5)^2 (imaginary part 0 for r2c), rounded to the problem's precision
/// so that every use of the field sees the very numbers that the library got.
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

/// The axis along which a rank's rows are walked: the one closest in memory.
std::size_t row_axis(const Layout& layout);

/// Calls visit(start, offset) for the first element of every row of the layout along `axis`.
template <class Visit>
void for_each_row(const Layout& layout, std::size_t axis, Visit&& visit) {
  if (layout.box.volume() == 0) return;
  Layout rows = layout;
  rows.box.hi[axis] = rows.box.lo[axis] + 1;
  for_each_element(rows, visit);
}

}  // namespace fftbench
