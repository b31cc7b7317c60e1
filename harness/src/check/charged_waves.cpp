#include "check/charged_waves.hpp"

#include <algorithm>
#include <fftbench/unbounded.hpp>
#include <utility>

namespace fftbench {
namespace {

/// The first place along the others.
Layout along_unbounded(Box box, std::size_t axes) {
  for (std::size_t axis = axes; axis < box.lo.size(); ++axis) box.hi[axis] = box.lo[axis] + 1;
  return Layout::row_major(box);
}

Index squared_distance_along(std::size_t axes, const Extents& one, const Extents& other) {
  Extents from, to;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    from.push_back(one[axis]);
    to.push_back(other[axis]);
  }
  return squared_distance(from, to);
}

}  // namespace

std::vector<ChargedWaveRows::Charge> ChargedWaveRows::charges(const Problem& problem,
                                                              std::uint64_t seed) {
  constexpr std::uint64_t count = 5;
  const Extents extents = source_shape(problem);
  std::vector<Charge> all;
  for (std::uint64_t which = 0; which < count; ++which) {
    const bool longest = which == 0;
    const double weight = 1.0 + 0.25 * static_cast<double>(which);
    all.push_back(
        {random_place(extents, which, seed),
         longest ? Extents::filled(extents.size(), 0) : random_place(extents, count + which, seed),
         std::polar(weight, 0.7 + static_cast<double>(which))});
  }
  return all;
}

template <class Value>
ChargedWaveRows::ChargedWaveRows(const Problem& problem, std::uint64_t seed, const Box& box,
                                 Value&& value)
    : axes_(unbounded_axes(problem.workload)),
      real_(!problem.complex_input()),
      layout_(along_unbounded(box, axes_)) {
  std::vector<AxisMatrix> waves;
  for (const AxisMatrix& matrix : forward_matrices(problem)) waves.push_back(matrix.inverse());
  for (const auto& [at, numbers, amplitude] : charges(problem, seed)) {
    const auto factor = [&, &numbers = numbers, &amplitude = amplitude](std::size_t axis, Index x) {
      if (axis < axes_) return axis == 0 ? amplitude : Complex(1.0);
      return waves[axis].at(x, numbers[axis]);
    };
    Term& term = terms_.emplace_back(Term{{box, factor}, {}});
    const double wave_number = bounded_wave_number(problem, numbers);
    const std::vector<Image> charge = images(problem, at);
    for_each_element(layout_, [&](const Extents& place, Index) {
      double& sum = term.unbounded.emplace_back(0.0);
      for (const auto& [image, sign] : charge) {
        sum += sign * value(squared_distance_along(axes_, place, image), wave_number);
      }
    });
  }
}

ChargedWaveRows ChargedWaveRows::sources(const Problem& problem, std::uint64_t seed,
                                         const Box& box) {
  return {problem, seed, box, [](Index squared, double) { return squared == 0 ? 1.0 : 0.0; }};
}

ChargedWaveRows ChargedWaveRows::potential(const Problem& problem, std::uint64_t seed,
                                           const Box& box) {
  const std::size_t axes = unbounded_axes(problem.workload);
  return {problem, seed, box, [axes](Index squared, double wave_number) {
            return greens_function(axes, squared, wave_number);
          }};
}

Index ChargedWaveRows::unbounded_place(const Extents& place) const {
  Extents first = layout_.box.lo;
  for (std::size_t axis = 0; axis < axes_; ++axis) first[axis] = place[axis];
  return layout_.offset(first);
}

void ChargedWaveRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  Extents first = start;
  first[axis] = layout_.box.lo[axis];
  const auto begin = static_cast<std::size_t>(unbounded_place(first));
  const std::size_t step = axis < axes_ ? static_cast<std::size_t>(layout_.stride[axis]) : 0;
  std::fill(row.begin(), row.end(), 0.0);
  for (const Term& term : terms_) {
    const Complex across = term.wave.across(first, axis);
    const std::vector<Complex>& along = term.wave.along(axis);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Complex value = across * along[i] * term.unbounded[begin + i * step];
      row[i] += real_ ? value.real() : value;
    }
  }
}

}  // namespace fftbench
