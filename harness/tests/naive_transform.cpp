#include "naive_transform.hpp"

#include <functional>
#include <numbers>

namespace fftbench {
namespace {

using Extended = std::complex<long double>;
/// What X[j] counts in Y[k] along an axis of n points.
using Factor = std::function<Extended(Index k, Index j, Index n)>;

long double real(Index value) {
  return static_cast<long double>(value);
}

constexpr long double pi = std::numbers::pi_v<long double>;

/// FFTW's manual, "What FFTW Really Computes": "The 1d Discrete Fourier Transform (DFT)",
/// "1d Real-even DFTs (DCTs)" and "1d Real-odd DFTs (DSTs)".
Extended factor(Transform transform, Index k, Index j, Index n) {
  const long double sign = k % 2 == 0 ? 1 : -1;
  switch (transform) {
    case Transform::c2c:
    case Transform::r2c:
      return std::polar(1.0L, -2 * pi * real(k * j % n) / real(n));
    case Transform::dct1:
      if (j == 0) return 1;
      return j == n - 1 ? sign : 2 * std::cos(pi * real(j) * real(k) / real(n - 1));
    case Transform::dct2:
      return 2 * std::cos(pi * (real(j) + 0.5L) * real(k) / real(n));
    case Transform::dct3:
      return j == 0 ? 1 : 2 * std::cos(pi * real(j) * (real(k) + 0.5L) / real(n));
    case Transform::dct4:
      return 2 * std::cos(pi * (real(j) + 0.5L) * (real(k) + 0.5L) / real(n));
    case Transform::dst1:
      return 2 * std::sin(pi * real(j + 1) * real(k + 1) / real(n + 1));
    case Transform::dst2:
      return 2 * std::sin(pi * (real(j) + 0.5L) * real(k + 1) / real(n));
    case Transform::dst3:
      return j == n - 1 ? sign : 2 * std::sin(pi * real(j + 1) * (real(k) + 0.5L) / real(n));
    case Transform::dst4:
      return 2 * std::sin(pi * (real(j) + 0.5L) * (real(k) + 0.5L) / real(n));
  }
  return 0;
}

/// The kind that undoes a kind, by the manual.
Transform inverse_kind(Transform transform) {
  switch (transform) {
    case Transform::dct2:
      return Transform::dct3;
    case Transform::dct3:
      return Transform::dct2;
    case Transform::dst2:
      return Transform::dst3;
    case Transform::dst3:
      return Transform::dst2;
    default:
      return transform;
  }
}

void sum_along(Whole& array, const Extents& shape, std::size_t axis, const Factor& factor) {
  Layout rows = of_whole(shape);
  const Index n = shape[axis], stride = rows.stride[axis];
  std::vector<Extended> matrix, row(static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k) {
    for (Index j = 0; j < n; ++j) matrix.push_back(factor(k, j, n));
  }
  rows.box.hi[axis] = 1;
  for_each_element(rows, [&](const Extents&, Index start) {
    const auto element = [&](Index j) -> std::complex<double>& {
      return array[static_cast<std::size_t>(start + j * stride)];
    };
    for (Index j = 0; j < n; ++j) row[static_cast<std::size_t>(j)] = element(j);
    for (Index k = 0; k < n; ++k) {
      Extended sum = 0;
      for (Index j = 0; j < n; ++j) {
        sum += row[static_cast<std::size_t>(j)] * matrix[static_cast<std::size_t>(k * n + j)];
      }
      element(k) = {static_cast<double>(sum.real()), static_cast<double>(sum.imag())};
    }
  });
}

std::size_t place(const Layout& layout, const Extents& index) {
  return static_cast<std::size_t>(layout.offset(index));
}

/// Where the conjugate of each element stands: a dct or dst of it is the conjugate's, too.
Extents mirrored(const Extents& index, const Problem& problem) {
  Extents mirror = index;
  for (std::size_t axis = 0; axis < index.size(); ++axis) {
    if (real_to_real(problem.kind(axis))) continue;
    mirror[axis] = (problem.shape[axis] - index[axis]) % problem.shape[axis];
  }
  return mirror;
}

/// The spectrum of real data from its half.
Whole whole_spectrum(const Problem& problem, const Whole& half) {
  const Layout held = of_whole(problem.spectrum_shape());
  Whole full;
  for_each_element(of_whole(problem.shape), [&](const Extents& index, Index) {
    const bool here = held.box.contains(index);
    const std::complex<double> value = half[place(held, here ? index : mirrored(index, problem))];
    full.push_back(here ? value : std::conj(value));
  });
  return full;
}

}  // namespace

Layout of_whole(const Extents& shape) {
  return Layout::row_major({Extents::filled(shape.size(), 0), shape});
}

Whole naive_transform(const Problem& problem, Whole field) {
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    sum_along(field, problem.shape, axis,
              [&](Index k, Index j, Index n) { return factor(problem.kind(axis), k, j, n); });
  }
  const Layout full = of_whole(problem.shape);
  Whole spectrum;
  for_each_element(of_whole(problem.spectrum_shape()), [&](const Extents& index, Index) {
    spectrum.push_back(field[place(full, index)]);
  });
  return spectrum;
}

Whole naive_inverse(const Problem& problem, Whole spectrum) {
  Whole field = problem.halved() ? whole_spectrum(problem, spectrum) : spectrum;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    sum_along(field, problem.shape, axis, [&](Index k, Index j, Index n) {
      return std::conj(factor(inverse_kind(problem.kind(axis)), k, j, n));
    });
  }
  return field;
}

}  // namespace fftbench
