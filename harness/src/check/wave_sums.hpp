#pragma once
/// Sums of waves at many places at once. They make the weights by which transforms are checked, so
/// they use no library's FFT, but one of their own of a few lines.

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace fftbench {

/// sum over k of values[k] exp(2 pi i (2k + s)(2j + t) / 4L) for j from `first` to before `last`,
/// with twice the shifts s and t, and the logical size L.
///
/// With a = 2k + s and b = 2j + t the product 2ab is a^2 + b^2 - (a - b)^2, which makes the sum a
/// convolution with chirps, so it takes three FFTs of a power of two of points: L. I. Bluestein, "A
/// linear filtering approach to the computation of discrete Fourier transform", IEEE Trans. Audio
/// Electroacoust. 18 (1970).
struct WaveSums {
  std::int64_t twice_k_shift, twice_j_shift;
  std::int64_t logical_size;

  std::vector<std::complex<double>> of(std::span<const std::complex<double>> values,
                                       std::int64_t first, std::int64_t last) const;

 private:
  std::complex<double> chirp(std::int64_t place) const;
};

}  // namespace fftbench
