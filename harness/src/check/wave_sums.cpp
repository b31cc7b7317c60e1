#include "check/wave_sums.hpp"

#include <bit>
#include <cmath>
#include <fftbench/workload.hpp>
#include <numbers>

namespace fftbench {
namespace {

using Complex = std::complex<double>;

/// The two directions of an FFT of a power of two of points, in place. The first leaves its result
/// in bit-reversed order, in which the second takes it (W. M. Gentleman and G. Sande, "Fast Fourier
/// transforms: for fun and profit", 1966).
class PowerOfTwo {
 public:
  explicit PowerOfTwo(std::size_t points) {
    for (std::size_t i = 0; i < points / 2; ++i) {
      const double turn = static_cast<double>(i) / static_cast<double>(points);
      roots_.push_back(std::polar(1.0, -2.0 * std::numbers::pi * turn));
    }
  }

  void forward(std::span<Complex> values, std::size_t stride = 1) const {
    const std::size_t half = values.size() / 2;
    if (half == 0) return;
    for (std::size_t i = 0; i < half; ++i) {
      const Complex a = values[i], b = values[i + half];
      values[i] = a + b;
      values[i + half] = product(a - b, roots_[i * stride]);
    }
    forward(values.first(half), 2 * stride);
    forward(values.last(half), 2 * stride);
  }

  /// Not divided by the number of points.
  void backward(std::span<Complex> values, std::size_t stride = 1) const {
    const std::size_t half = values.size() / 2;
    if (half == 0) return;
    backward(values.first(half), 2 * stride);
    backward(values.last(half), 2 * stride);
    for (std::size_t i = 0; i < half; ++i) {
      const Complex a = values[i], b = product(values[i + half], std::conj(roots_[i * stride]));
      values[i] = a + b;
      values[i + half] = a - b;
    }
  }

 private:
  std::vector<Complex> roots_;
};

}  // namespace

/// exp(2 pi i place^2 / 8L), its angle reduced in integers: with fewer than 2^31 points the square
/// is below 2^64.
Complex WaveSums::chirp(std::int64_t place) const {
  const auto turn = 8 * static_cast<std::uint64_t>(logical_size);
  const auto distance = static_cast<std::uint64_t>(std::abs(place));
  const double part = static_cast<double>(distance * distance % turn) / static_cast<double>(turn);
  return std::polar(1.0, 2.0 * std::numbers::pi * part);
}

std::vector<Complex> WaveSums::of(std::span<const Complex> values, std::int64_t first,
                                  std::int64_t last) const {
  const auto count = static_cast<std::int64_t>(values.size());
  if (first >= last) return {};
  if (count == 0) return std::vector<Complex>(static_cast<std::size_t>(last - first));
  const std::size_t points = std::bit_ceil(static_cast<std::size_t>(count + last - first - 1));
  std::vector<Complex> sums(points), chirps(points);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    sums[at] = product(values[at], chirp(2 * k + twice_k_shift));
  }
  for (std::int64_t apart = 1 - count; apart < last - first; ++apart) {
    const std::size_t at = static_cast<std::size_t>(apart) % points;  // negative ones from the end
    chirps[at] = std::conj(chirp(2 * (first + apart) + twice_j_shift - twice_k_shift));
  }
  const PowerOfTwo fft(points);
  fft.forward(sums);
  fft.forward(chirps);
  for (std::size_t i = 0; i < points; ++i) sums[i] = product(sums[i], chirps[i]);
  fft.backward(sums);
  sums.resize(static_cast<std::size_t>(last - first));
  for (std::int64_t j = first; j < last; ++j) {
    Complex& sum = sums[static_cast<std::size_t>(j - first)];
    sum = product(sum, chirp(2 * j + twice_j_shift)) / static_cast<double>(points);
  }
  return sums;
}

}  // namespace fftbench
