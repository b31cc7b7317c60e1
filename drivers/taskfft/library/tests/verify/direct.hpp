#pragma once
/// Transforms as they are defined, by sums, without any FFT: O(n^2) a line.

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "../support.hpp"

namespace taskfft::verify {

using testing_support::Complex;
using Matrix = std::vector<Complex>;  ///< row k: what element k of a line's transform sums up

/// 2 pi times a fraction, which is made small first: large angles have few digits.
template <class Number>
Number angle_of(Index numerator, Index denominator) {
  return 2 * std::numbers::pi_v<Number> * static_cast<Number>(numerator % denominator) /
         static_cast<Number>(denominator);
}

/// What element j counts in element k of a transform of n points; FFTW's manual, "What FFTW Really
/// Computes".
template <class Number>
std::complex<Number> weight(Transform kind, Index n, Index k, Index j) {
  const auto sine = [](Index a, Index b) { return 2 * std::sin(angle_of<Number>(a, b)); };
  const auto cosine = [](Index a, Index b) { return 2 * std::cos(angle_of<Number>(a, b)); };
  const bool first = j == 0, last = j == n - 1;
  switch (kind) {
    case Transform::dct1:
      return cosine(j * k, 2 * (n - 1)) / (first || last ? 2 : 1);
    case Transform::dct2:
      return cosine((2 * j + 1) * k, 4 * n);
    case Transform::dct3:
      return cosine(j * (2 * k + 1), 4 * n) / (first ? 2 : 1);
    case Transform::dct4:
      return cosine((2 * j + 1) * (2 * k + 1), 8 * n);
    case Transform::dst1:
      return sine((j + 1) * (k + 1), 2 * (n + 1));
    case Transform::dst2:
      return sine((2 * j + 1) * (k + 1), 4 * n);
    case Transform::dst3:
      return sine((j + 1) * (2 * k + 1), 4 * n) / (last ? 2 : 1);
    case Transform::dst4:
      return sine((2 * j + 1) * (2 * k + 1), 8 * n);
    default:
      return std::polar(Number{1}, -angle_of<Number>(j * k, n));
  }
}

inline const Matrix& matrix_of(Transform kind, Index n) {
  static std::map<std::pair<Transform, Index>, Matrix> kept;
  if (kept.size() > 200) kept.clear();
  Matrix& matrix = kept[{kind, n}];
  if (!matrix.empty()) return matrix;
  for (Index k = 0; k < n; ++k) {
    for (Index j = 0; j < n; ++j) matrix.push_back(weight<double>(kind, n, k, j));
  }
  return matrix;
}

/// The whole array, line by line along one axis after the other.
inline std::vector<Complex> direct_forward(const Problem& problem, std::vector<Complex> field) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  std::size_t stride = field.size();
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    const auto n = static_cast<std::size_t>(problem.extents[axis]);
    const Matrix& matrix = matrix_of(kinds[axis], problem.extents[axis]);
    std::vector<Complex> line(n);
    const std::size_t block = stride;
    stride /= n;
    for (std::size_t start = 0; start < field.size(); ++start) {
      if (start % block >= stride) continue;
      for (std::size_t i = 0; i < n; ++i) line[i] = field[start + i * stride];
      for (std::size_t k = 0; k < n; ++k) {
        double re = 0, im = 0;
        for (std::size_t j = 0; j < n; ++j) {
          const Complex w = matrix[k * n + j];
          re += w.real() * line[j].real() - w.imag() * line[j].imag();
          im += w.real() * line[j].imag() + w.imag() * line[j].real();
        }
        field[start + k * stride] = {re, im};
      }
    }
  }
  return field;
}

}  // namespace taskfft::verify
