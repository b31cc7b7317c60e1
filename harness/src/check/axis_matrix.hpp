#pragma once
/// One axis of a transform: the matrix that multiplies each row of the data.

#include <complex>
#include <fftbench/problem.hpp>
#include <span>
#include <vector>

namespace fftbench {

using Complex = std::complex<double>;

/// The element in row `out` and column `in` is weight(in) * wave(2 pi (out + s) (in + t) / L), with
/// the logical size L, shifts s and t of 0, 1/2 or 1, and the wave exp(-+i x), cos x or sin x.
///
/// This is the sum that the transform of the periodic sequence of L points comes to (FFTW's manual,
/// "What FFTW Really Computes"): a point of a dct or dst stands for itself and its mirror image,
/// so it weighs 2, except where it is its own.
class AxisMatrix {
 public:
  /// Of axes of n points. The half spectrum of r2c holds a part of what the matrix gives.
  static AxisMatrix forward(Transform transform, Index n);
  /// The unnormalised inverse: the product of the two matrices is logical_size() times the unit.
  AxisMatrix inverse() const;

  Index logical_size() const { return size_; }
  Complex at(Index out, Index in) const;
  /// sum over `out` of weights[out] * at(out, in), for every column from `first` to before
  /// `last`. In a time that grows as n log n.
  std::vector<Complex> weighted_columns(std::span<const Complex> weights, Index first,
                                        Index last) const;
  /// sum over `in` of at(out, in) * values[in], for every row.
  std::vector<Complex> times(std::span<const Complex> values) const;
  double weight(Index in) const { return wave_ == Wave::complex || own_mirror(in) ? 1.0 : 2.0; }
  /// The point is the same as its mirror image about the origin of the periodic sequence.
  bool own_mirror(Index in) const { return (2 * in + twice_in_shift_) % size_ == 0; }

 private:
  Complex wave(std::uint64_t quarter_steps) const;
  std::vector<Complex> all_waves() const;
  std::uint64_t quarter_steps(Index out, Index in) const;

  enum class Wave { complex, cosine, sine };
  AxisMatrix(Wave wave, int twice_out_shift, int twice_in_shift, Index size)
      : wave_(wave),
        twice_out_shift_(twice_out_shift),
        twice_in_shift_(twice_in_shift),
        size_(size) {}

  Wave wave_;
  int twice_out_shift_, twice_in_shift_;
  Index size_;
  int sign_ = -1;  ///< of the exponent, where it is complex
};

/// The matrix of every axis.
std::vector<AxisMatrix> forward_matrices(const Problem& problem);

}  // namespace fftbench
