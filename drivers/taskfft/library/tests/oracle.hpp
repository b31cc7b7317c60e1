#pragma once
/// Whole arrays and what becomes of them, by serial FFTW.

#include <fftw3.h>

#include <array>
#include <complex>
#include <cstdint>
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

}  // namespace taskfft::testing_support
