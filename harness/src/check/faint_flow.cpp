#include "check/faint_flow.hpp"

#include <cmath>
#include <numbers>

#include "check/check.hpp"
#include "check/philox.hpp"

namespace fftbench {
namespace {

/// z^n / n!
Complex power(Complex z, int n) {
  Complex value = 1.0;
  for (int i = 1; i <= n; ++i) value *= z / static_cast<double>(i);
  return value;
}

/// The sum of these up to n.
Complex powers(Complex z, int n) {
  Complex sum = 0.0;
  for (int i = 0; i <= n; ++i) sum += power(z, i);
  return sum;
}

}  // namespace

FaintFlow::FaintFlow(const Problem& problem, std::uint64_t seed)
    : flow_(problem), shape_(problem.shape) {
  constexpr std::uint32_t stream = 10;
  std::uint64_t count = 0;
  for (const AxisMatrix& matrix : forward_matrices(problem)) matrices_.push_back(matrix.inverse());
  for (auto& potential : waves_) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      potential[axis].emplace_back(1.0);
      for (Index number = 1; number <= flow_.kept[axis]; ++number) {
        const double turn = centred_uniform(philox_words(count++, stream, seed)[0]);
        potential[axis].push_back(std::polar(1.0, 2.0 * std::numbers::pi * turn));
      }
    }
  }
  double square = 0.0;
  for (const Derivative& part : curl) square += mean_square(part);
  strength_ = 0.25 * std::sqrt(tolerance(problem) / square);
}

Complex FaintFlow::amplitude(const Derivative& part, std::size_t axis, Index number) const {
  const Complex wave = waves_[part.potential][axis][static_cast<std::size_t>(std::abs(number))];
  const Complex value = number < 0 ? std::conj(wave) : wave;
  return axis == part.axis ? Complex(0.0, static_cast<double>(number)) * value : value;
}

double FaintFlow::mean_square(const Derivative& part) const {
  double product = 1.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double sum = 0.0;
    for (Index number = -flow_.kept[axis]; number <= flow_.kept[axis]; ++number) {
      sum += std::norm(amplitude(part, axis, number));
    }
    product *= sum;
  }
  return product;
}

template <class Factor>
FaintFlow::Column FaintFlow::column(const Derivative& part, std::size_t axis,
                                    const Factor& factor) const {
  const Index points = shape_[axis];
  Column spectrum(static_cast<std::size_t>(points));
  for (Index number = -flow_.kept[axis]; number <= flow_.kept[axis]; ++number) {
    spectrum[static_cast<std::size_t>((number + points) % points)] =
        amplitude(part, axis, number) * factor(axis, static_cast<double>(number));
  }
  return matrices_[axis].times(spectrum);
}

template <class Factor>
void FaintFlow::add(SumOfProducts& terms, int component, const Factor& factor) const {
  for (const Derivative& part : curl) {
    if (part.component != component) continue;
    auto& term = terms.emplace_back();
    for (std::size_t axis = 0; axis < 3; ++axis) term.push_back(column(part, axis, factor));
    for (Complex& value : term[0]) value *= part.sign * strength_;
  }
}

SumOfProducts FaintFlow::wind(int component) const {
  auto constant = std::vector<Column>();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    constant.emplace_back(static_cast<std::size_t>(shape_[axis]), Complex{1.0});
  }
  for (Complex& value : constant[0]) value *= flow_.wind[static_cast<std::size_t>(component)];
  return {constant};
}

SumOfProducts FaintFlow::before(int component) const {
  SumOfProducts terms = wind(component);
  add(terms, component, [](std::size_t, double) { return Complex{1.0}; });
  return terms;
}

SumOfProducts FaintFlow::after(int component) const {
  constexpr int order = NavierStokes::stages;
  SumOfProducts terms = wind(component);
  for (int a = 0; a <= order; ++a) {
    for (int b = 0; a + b <= order; ++b) {
      add(terms, component, [&](std::size_t axis, double number) {
        const Complex z(0.0, -number * flow_.wind[axis] * flow_.step);
        const double decay = std::exp(-flow_.viscosity * number * number * flow_.step);
        if (axis == 2) return decay * powers(z, order - a - b);
        return decay * power(z, axis == 0 ? a : b);
      });
    }
  }
  return terms;
}

}  // namespace fftbench
