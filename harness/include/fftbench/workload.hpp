#pragma once
/// What is done with a spectrum between forward and backward: every wave number is multiplied.

#include <complex>
#include <fftbench/problem.hpp>
#include <span>
#include <vector>

namespace fftbench {

/// The wave number of place k along an axis of a spectrum of `points` points, where the periodic
/// sequence that the axis stands for (Problem::logical_shape) is 2 pi long: k for c2c, or k - n
/// above n/2; the half spectrum of r2c the same; k for dct1 and dct2, k + 1 for dst1 and dst2, and
/// k + 1/2 for the rest (FFTW's manual, "What FFTW Really Computes").
double wave_number(Transform kind, Index points, Index k);

/// An element of a spectrum times its factor. Written out: the operator looks for NaN, too.
template <class Real>
std::complex<Real> product(const std::complex<Real>& element, const std::complex<double>& factor) {
  const auto real = static_cast<Real>(factor.real()), imaginary = static_cast<Real>(factor.imag());
  return {element.real() * real - element.imag() * imaginary,
          element.real() * imaginary + element.imag() * real};
}

/// Of real elements the factors are real, too.
template <class Real>
Real product(Real element, const std::complex<double>& factor) {
  return element * static_cast<Real>(factor.real());
}

/// How many arrays of data a workload takes: one, but of a velocity as many as are needed to hold
/// its components, of which each array holds as many as the problem has fields.
int inputs_of(const Problem& problem);
/// What it makes of them: all components of a gradient, as many arrays of a velocity, else one.
int results_of(const Problem& problem);

/// Whether a workload multiplies every wave number by a factor that a formula gives: where axes are
/// unbounded it is by a transform, and navier_stokes does more than to multiply.
bool multiplies_by_formula(Workload workload);

/// The factor of every wave number of a problem whose workload does so.
///
/// poisson: -1 / (sum of the squares of the wave numbers), and 0 where that is 0: the mean of the
/// solution is. convolution: with a kernel that falls exponentially from its middle, which is a
/// third along every periodic axis: the product over the axes of 1 / (1 + (wave number / n)^2), and
/// of exp(-2 pi i k (n/3) / n) where the axis is periodic. gradient: i times the wave number along
/// one axis, and 0 at n/2, where either sign would do.
class Multiplier {
 public:
  /// `component`: of a gradient, the axis along which is derived. Throws Error where no formula
  /// gives factors.
  explicit Multiplier(const Problem& problem, int component = 0);

  std::size_t axes() const { return axes_.size(); }
  /// Of the row of wave numbers that begins at `first` and goes along `axis`.
  void fill(const Extents& first, std::size_t axis, std::span<std::complex<double>> row) const;

  /// What one axis adds to the inverse (of poisson), or is a factor of the product (of the rest),
  /// at any place of the full spectrum.
  std::complex<double> along(std::size_t axis, Index k) const;
  /// Whether `along` is to be summed over the axes, and the factor the inverse of the sum.
  bool inverse_of_sum() const { return problem_.workload == Workload::poisson; }

 private:
  Problem problem_;
  std::size_t component_;
  std::vector<std::vector<std::complex<double>>> axes_;  ///< `along` of the spectrum
};

}  // namespace fftbench
