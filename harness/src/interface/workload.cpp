#include <algorithm>
#include <cmath>
#include <fftbench/error.hpp>
#include <fftbench/navier_stokes.hpp>
#include <fftbench/workload.hpp>
#include <numbers>
#include <string>

namespace fftbench {

double wave_number(Transform kind, Index points, Index k) {
  const auto place = static_cast<double>(k);
  switch (kind) {
    case Transform::c2c:
    case Transform::r2c:
      return 2 * k > points ? static_cast<double>(k - points) : place;
    case Transform::dct1:
    case Transform::dct2:
      return place;
    case Transform::dst1:
    case Transform::dst2:
      return place + 1.0;
    default:
      return place + 0.5;
  }
}

int inputs_of(const Problem& problem) {
  if (problem.workload != Workload::navier_stokes) return 1;
  return std::max(NavierStokes::components / problem.fields, 1);
}

int results_of(const Problem& problem) {
  if (problem.workload == Workload::gradient) return static_cast<int>(problem.shape.size());
  return inputs_of(problem);
}

bool multiplies_by_formula(Workload workload) {
  return workload == Workload::poisson || workload == Workload::convolution ||
         workload == Workload::gradient;
}

Multiplier::Multiplier(const Problem& problem, int component)
    : problem_(problem), component_(static_cast<std::size_t>(component)) {
  if (!multiplies_by_formula(problem.workload)) {
    throw Error("workload " + std::string(name(problem.workload)) +
                " multiplies by no formula: solve it in another way, or leave it to the harness");
  }
  const Extents spectrum = problem.spectrum_shape();
  for (std::size_t axis = 0; axis < spectrum.size(); ++axis) {
    auto& factors = axes_.emplace_back();
    for (Index k = 0; k < spectrum[axis]; ++k) factors.push_back(along(axis, k));
  }
}

std::complex<double> Multiplier::along(std::size_t axis, Index k) const {
  const Transform kind = problem_.kind(axis);
  const Index points = problem_.shape[axis];
  const double number = wave_number(kind, points, k);
  const double highest = static_cast<double>(points);
  if (problem_.workload == Workload::poisson) return -number * number;
  if (problem_.workload == Workload::gradient) {
    if (axis != component_) return 1.0;
    return {0.0, 2 * k == points ? 0.0 : number};
  }
  const double smooth = 1.0 / (1.0 + number * number / (highest * highest));
  if (real_to_real(kind)) return smooth;
  const Index turns = k * (points / 3) % points;  // exact at any size
  return std::polar(smooth, -2.0 * std::numbers::pi * static_cast<double>(turns) / highest);
}

void Multiplier::fill(const Extents& first, std::size_t axis,
                      std::span<std::complex<double>> row) const {
  const auto place = [&](std::size_t other) { return static_cast<std::size_t>(first[other]); };
  const std::complex<double>* const here = axes_[axis].data() + place(axis);
  std::complex<double> across = inverse_of_sum() ? 0.0 : 1.0;
  for (std::size_t other = 0; other < axes_.size(); ++other) {
    if (other == axis) continue;
    const std::complex<double> factor = axes_[other][place(other)];
    across = inverse_of_sum() ? across + factor : across * factor;
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (inverse_of_sum()) {
      const double sum = across.real() + here[i].real();
      row[i] = sum == 0.0 ? 0.0 : 1.0 / sum;
    } else {
      row[i] = across * here[i];
    }
  }
}

}  // namespace fftbench
