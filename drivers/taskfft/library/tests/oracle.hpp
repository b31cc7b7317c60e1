#pragma once
/// Whole arrays and what becomes of them, by serial FFTW.

#include <fftw3.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "layout/line_transform.hpp"
#include "taskfft/taskfft.hpp"

namespace taskfft::testing_support {

using Complex = std::complex<double>;

/// A value in [-0.5, 0.5) for a number, exactly representable as float (splitmix64).
inline double noise(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15ULL;
  number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  number = (number ^ (number >> 27U)) * 0x94d049bb133111ebULL;
  return static_cast<double>((number ^ (number >> 31U)) >> 44U) / (1U << 20U) - 0.5;
}

inline Index product(const std::vector<Index>& extents) {
  Index points = 1;
  for (const Index extent : extents) points *= extent;
  return points;
}

/// What a round trip multiplies by.
inline double round_trip_scale(const Problem& problem) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  double scale = 1;
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    const Index n = problem.extents[axis];
    const Index logical = kinds[axis] == Transform::dct1   ? 2 * (n - 1)
                          : kinds[axis] == Transform::dst1 ? 2 * (n + 1)
                          : real_to_real(kinds[axis])      ? 2 * n
                                                           : n;
    scale *= static_cast<double>(logical);
  }
  return scale;
}

/// The whole array of a test, in C order, the same on every rank; real fields have no imaginary
/// part.
inline std::vector<Complex> global_field(const Problem& problem, std::uint64_t seed) {
  std::vector<Complex> field(static_cast<std::size_t>(product(problem.extents)));
  for (std::size_t n = 0; n < field.size(); ++n) {
    const std::uint64_t key = 2 * (n + (seed << 32U));
    field[n] = {noise(key), input_element(problem) == Element::complex ? noise(key + 1) : 0.0};
  }
  return field;
}

inline fftw_r2r_kind kind_of(Transform transform) {
  constexpr std::array kinds{FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11,
                             FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};
  return kinds.at(static_cast<std::size_t>(transform) - static_cast<std::size_t>(Transform::dct1));
}

/// One contiguous line, in place: real to real kinds of its real and its imaginary parts.
inline void transform_line(std::vector<Complex>& line, Transform kind) {
  const int length = static_cast<int>(line.size());
  auto* const data = reinterpret_cast<fftw_complex*>(line.data());
  if (!real_to_real(kind)) {
    const fftw_plan plan = fftw_plan_dft_1d(length, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    return;
  }
  std::vector<double> part(line.size());
  const fftw_plan plan =
      fftw_plan_r2r_1d(length, part.data(), part.data(), kind_of(kind), FFTW_ESTIMATE);
  for (const int k : {0, 1}) {
    for (std::size_t i = 0; i < line.size(); ++i) part[i] = data[i][k];
    fftw_execute(plan);
    for (std::size_t i = 0; i < line.size(); ++i) data[i][k] = part[i];
  }
  fftw_destroy_plan(plan);
}

/// Serial FFTW on the whole array, line by line along one axis after the other: the oracle.
inline std::vector<Complex> serial_forward(const Problem& problem, std::vector<Complex> field) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  std::size_t stride = field.size();
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    std::vector<Complex> line(static_cast<std::size_t>(problem.extents[axis]));
    const std::size_t block = stride;
    stride /= line.size();
    for (std::size_t first = 0; first < field.size(); ++first) {
      if (first % block >= stride) continue;
      for (std::size_t i = 0; i < line.size(); ++i) line[i] = field[first + i * stride];
      transform_line(line, kinds[axis]);
      for (std::size_t i = 0; i < line.size(); ++i) field[first + i * stride] = line[i];
    }
  }
  return field;
}

/// Backward, by a forward transform of the kinds that undo the problem's: conjugates change the
/// exponent's sign, and real to real kinds do not see them.
template <class Forward>
std::vector<Complex> backward_by(Forward forward, Problem problem, std::vector<Complex> spectrum) {
  problem.kinds = axis_kinds(problem);
  for (Transform& kind : problem.kinds) {
    constexpr std::array pairs{std::pair{Transform::dct2, Transform::dct3},
                               std::pair{Transform::dst2, Transform::dst3}};
    for (const auto& [a, b] : pairs) {
      if (kind == a || kind == b) {
        kind = kind == a ? b : a;
        break;
      }
    }
  }
  const auto conjugate = [](std::vector<Complex>& all) {
    for (Complex& value : all) value = std::conj(value);
  };
  conjugate(spectrum);
  std::vector<Complex> field = forward(problem, std::move(spectrum));
  conjugate(field);
  return field;
}

/// Whether a truncated spectrum has the wave of an element of the whole one.
inline bool is_kept(const Problem& problem, std::size_t axis, Index element) {
  if (problem.kept.empty()) return true;
  const bool periodic = !real_to_real(axis_kinds(problem)[axis]);
  const Index wave = periodic ? std::min(element, problem.extents[axis] - element) : element;
  return wave < problem.kept[axis];
}

/// A whole spectrum, but for what is not kept: zero; or, `gathered`, with what is kept in the order
/// of the truncated spectrum, from the beginning of each axis on.
inline std::vector<Complex> kept_part(const Problem& problem, std::vector<Complex> spectrum,
                                      bool gathered) {
  std::size_t stride = spectrum.size();
  for (std::size_t axis = 0; axis < problem.extents.size(); ++axis) {
    const auto n = static_cast<std::size_t>(problem.extents[axis]);
    const std::size_t block = stride;
    stride /= n;
    for (std::size_t first = 0; first < spectrum.size(); ++first) {
      if (first % block >= stride) continue;
      std::size_t to = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const bool kept = is_kept(problem, axis, static_cast<Index>(k));
        const Complex value = kept ? spectrum[first + k * stride] : 0;
        if (!gathered) {
          spectrum[first + k * stride] = value;
        } else if (kept) {
          spectrum[first + to++ * stride] = value;
        }
      }
      for (; gathered && to < n; ++to) spectrum[first + to * stride] = 0;
    }
  }
  return spectrum;
}

}  // namespace taskfft::testing_support
