#include "check/exact_flow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "check/philox.hpp"

namespace fftbench {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Of length 1.
Vector direction(const Vector& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

/// A complex vector h with i k x h = |k| h: two real ones at right angles to k and to each other.
std::array<Complex, 3> helix(const Vector& k) {
  Vector least{};
  least[static_cast<std::size_t>(
      std::min_element(k.begin(), k.end(),
                       [](double a, double b) { return std::abs(a) < std::abs(b); }) -
      k.begin())] = 1.0;
  const Vector one = direction(cross(k, least)), other = cross(direction(k), one);
  return {Complex{one[0], other[0]}, Complex{one[1], other[1]}, Complex{one[2], other[2]}};
}

/// All that differ from it in signs only, but one of each two that are opposite.
std::vector<Vector> in_all_octants(const Vector& number) {
  std::vector<Vector> numbers{number};
  bool first = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (number[axis] == 0.0) continue;
    if (!std::exchange(first, false)) {
      for (std::size_t i = numbers.size(); i-- > 0;) {
        Vector mirrored = numbers[i];
        mirrored[axis] = -mirrored[axis];
        numbers.push_back(mirrored);
      }
    }
  }
  return numbers;
}

}  // namespace

ExactFlow::ExactFlow(const Problem& problem, std::uint64_t seed)
    : flow_(problem), shape_(problem.shape) {
  constexpr std::uint32_t stream = 9;
  for (const AxisMatrix& matrix : forward_matrices(problem)) matrices_.push_back(matrix.inverse());
  Vector largest{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    largest[axis] = static_cast<double>(flow_.kept[axis]);
  }
  for (const Vector& number : in_all_octants(largest)) {
    const auto words = philox_words(waves_.size(), stream, seed);
    const Complex weight = std::polar(0.5 + 0.25 * centred_uniform(words[0]),
                                      2.0 * std::numbers::pi * centred_uniform(words[1]));
    Wave wave{number, helix(number)};
    for (Complex& amplitude : wave.amplitude) amplitude *= weight;
    waves_.push_back(wave);
  }
}

Complex ExactFlow::factor(const Wave& wave) const {
  const Complex z(0.0, -dot(wave.number, flow_.wind) * flow_.step);
  const double decay = std::exp(-flow_.viscosity * dot(wave.number, wave.number) * flow_.step);
  return decay * (1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))));
}

template <class Factor>
SumOfProducts ExactFlow::sum(int component, const Factor& factor) const {
  const auto c = static_cast<std::size_t>(component);
  SumOfProducts terms;
  const auto add = [&](const Vector& number, Complex amplitude) {
    auto& term = terms.emplace_back();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Index points = shape_[axis], k = (static_cast<Index>(number[axis]) + points) % points;
      auto& column = term.emplace_back();
      for (Index x = 0; x < points; ++x) column.push_back(matrices_[axis].at(x, k));
    }
    for (Complex& value : term[0]) value *= amplitude;
  };
  add({}, flow_.wind[c]);
  for (const Wave& wave : waves_) {
    const Complex half = 0.5 * factor(wave) * wave.amplitude[c];
    add(wave.number, half);
    add({-wave.number[0], -wave.number[1], -wave.number[2]}, std::conj(half));
  }
  return terms;
}

SumOfProducts ExactFlow::before(int component) const {
  return sum(component, [](const Wave&) { return 1.0; });
}

SumOfProducts ExactFlow::after(int component) const {
  return sum(component, [this](const Wave& wave) { return factor(wave); });
}

}  // namespace fftbench
