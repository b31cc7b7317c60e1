#include "check/field.hpp"

#include <cmath>
#include <fftbench/workload.hpp>
#include <limits>

#include "check/philox.hpp"

namespace fftbench {
namespace {

constexpr std::uint32_t random_stream = 0;
constexpr std::uint32_t known_stream = 1;
constexpr std::uint32_t smooth_stream = 6;

/// The wave number of the complex conjugate: along a dct or dst waves are real.
Extents mirrored(const Extents& wave, const Problem& problem) {
  Extents mirror = wave;
  for (std::size_t axis = 0; axis < wave.size(); ++axis) {
    if (real_to_real(problem.kind(axis))) continue;
    mirror[axis] = (problem.shape[axis] - wave[axis]) % problem.shape[axis];
  }
  return mirror;
}

/// Real where the input is.
void add_wave(Superposition& field, const Problem& problem, const Extents& wave, Complex weight) {
  if (!problem.halved()) {
    field.waves.push_back({wave, problem.complex_input() ? weight : std::abs(weight)});
    return;
  }
  field.waves.push_back({wave, 0.5 * weight});
  field.waves.push_back({mirrored(wave, problem), 0.5 * std::conj(weight)});
}

Extents longest_wave(const Problem& problem) {
  Extents wave = problem.shape;
  for (std::size_t axis = 0; axis < wave.size(); ++axis) {
    const Index points = problem.shape[axis];
    wave[axis] = points > 1 && wave_number(problem.kind(axis), points, 0) == 0.0 ? 1 : 0;
  }
  return wave;
}

}  // namespace

Extents random_place(const Extents& shape, std::uint64_t which, std::uint64_t seed) {
  Extents place;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const auto words = philox_words(which * Extents::max_dims + axis, known_stream, seed);
    place.push_back(static_cast<Index>(words[0] % static_cast<std::uint64_t>(shape[axis])));
  }
  return place;
}

Superposition Superposition::transformed() const {
  Superposition spectrum{{}, impulses, waves};
  for (const AxisMatrix& matrix : matrices) {
    spectrum.matrices.push_back(matrix.inverse());
    for (Term& term : spectrum.impulses) {
      term.amplitude *= static_cast<double>(matrix.logical_size());
    }
  }
  return spectrum;
}

Superposition wave_field(const Problem& problem, const Extents& wave, Complex weight) {
  Superposition field;
  for (const AxisMatrix& matrix : forward_matrices(problem))
    field.matrices.push_back(matrix.inverse());
  add_wave(field, problem, wave, weight);
  return field;
}

Superposition known_field(const Problem& problem, std::uint64_t seed) {
  constexpr std::uint64_t terms = 3;
  const double impulse = std::sqrt(static_cast<double>(problem.logical_shape().volume()));
  Superposition field;
  for (const AxisMatrix& matrix : forward_matrices(problem))
    field.matrices.push_back(matrix.inverse());
  for (std::uint64_t term = 0; term < terms; ++term) {
    const double weight = 1.0 + 0.25 * static_cast<double>(term);
    const Complex phase = std::polar(weight, 0.7 + static_cast<double>(term));
    const Extents wave = random_place(problem.shape, 2 * term, seed);
    const Extents place = random_place(problem.shape, 2 * term + 1, seed);
    field.impulses.push_back(
        {place, impulse * (problem.complex_input() ? std::conj(phase) : weight)});
    add_wave(field, problem, wave, phase);
  }
  return field;
}

Superposition smooth_field(const Problem& problem, std::uint64_t seed, double share) {
  Superposition field = known_field(problem, seed);
  for (Superposition::Term& term : field.waves) term.amplitude *= share;
  for (Superposition::Term& term : field.impulses) term.amplitude *= share;
  const double random = centred_uniform(philox_words(0, smooth_stream, seed)[0]);
  add_wave(field, problem, longest_wave(problem), 4.5 + random);
  return field;
}

SuperpositionRows::SuperpositionRows(const Superposition& field, const Box& box)
    : box_(box), impulses_(field.impulses) {
  for (const Superposition::Term& term : field.waves) {
    waves_.push_back({term.amplitude, {box, [&](std::size_t axis, Index x) {
                                         return field.matrices[axis].at(x, term.at[axis]);
                                       }}});
  }
}

void SuperpositionRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  std::fill(row.begin(), row.end(), Complex{});
  for (const Wave& wave : waves_) {
    const Complex coefficient = wave.amplitude * wave.shape.across(start, axis);
    const std::vector<Complex>& along = wave.shape.along(axis);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += coefficient * along[i];
  }
  for (const Superposition::Term& impulse : impulses_) {
    Extents on_row = start;
    on_row[axis] = impulse.at[axis];
    if (on_row == impulse.at && box_.contains(impulse.at)) {
      row[static_cast<std::size_t>(impulse.at[axis] - box_.lo[axis])] += impulse.amplitude;
    }
  }
}

void RandomRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  Extents index = start;
  index[axis] = box_.lo[axis];
  Index position = 0, step = 1;
  for (std::size_t other = 0; other < index.size(); ++other) {
    position = position * problem_.shape[other] + index[other];
    if (other > axis) step *= problem_.shape[other];
  }
  const bool complex = problem_.complex_input();
  const bool single = problem_.precision == Precision::single_;
  const auto rounded = [single](double value) {
    return single ? static_cast<double>(static_cast<float>(value)) : value;
  };
  for (Complex& value : row) {
    const auto words = philox_words(static_cast<std::uint64_t>(position), random_stream, seed_);
    const double imaginary = complex ? rounded(centred_uniform(words[1])) : 0.0;
    value = {rounded(centred_uniform(words[0])), imaginary};
    position += step;
  }
}

}  // namespace fftbench
