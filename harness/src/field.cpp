#include "field.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "philox.hpp"

namespace fftbench {
namespace {

constexpr std::uint32_t random_stream = 0;
constexpr std::uint32_t known_stream = 1;

/// exp(sign 2 pi i k x / n) with the argument reduced in integers, so that it stays exact at any n.
Complex unit_root(int sign, Index k, Index x, Index n) {
  const Index reduced = (k % n) * (x % n) % n;
  const long double angle = sign * 2.0L * std::numbers::pi_v<long double> *
                            static_cast<long double>(reduced) / static_cast<long double>(n);
  return {static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
}

/// The `which`-th place of the known field, uniform over the shape.
Extents random_place(const Extents& shape, std::uint64_t which, std::uint64_t seed) {
  Extents place;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const auto words = philox_words(which * Extents::max_dims + axis, known_stream, seed);
    place.push_back(static_cast<Index>(words[0] % static_cast<std::uint64_t>(shape[axis])));
  }
  return place;
}

Extents mirrored(const Extents& place, const Extents& shape) {
  Extents mirror = place;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    mirror[axis] = (shape[axis] - place[axis]) % shape[axis];
  }
  return mirror;
}

}  // namespace

Superposition Superposition::transformed() const {
  Superposition spectrum{shape, -1, impulses, waves};
  const auto points = static_cast<double>(shape.volume());
  for (Term& term : spectrum.impulses) term.amplitude *= points;
  return spectrum;
}

Superposition known_field(const Problem& problem, std::uint64_t seed) {
  constexpr std::uint64_t terms = 3;
  const bool real = problem.transform == Transform::r2c;
  const double impulse = std::sqrt(static_cast<double>(problem.shape.volume()));
  Superposition field{problem.shape, +1, {}, {}};
  for (std::uint64_t term = 0; term < terms; ++term) {
    const double weight = 1.0 + 0.25 * static_cast<double>(term);
    const Complex phase = std::polar(weight, 0.7 + static_cast<double>(term));
    const Extents wave = random_place(problem.shape, 2 * term, seed);
    const Extents place = random_place(problem.shape, 2 * term + 1, seed);
    if (real) {
      field.waves.push_back({wave, 0.5 * phase});
      field.waves.push_back({mirrored(wave, problem.shape), 0.5 * std::conj(phase)});
      field.impulses.push_back({place, impulse * weight});
    } else {
      field.waves.push_back({wave, phase});
      field.impulses.push_back({place, impulse * std::conj(phase)});
    }
  }
  return field;
}

SuperpositionRows::SuperpositionRows(const Superposition& field, const Box& box)
    : box_(box), impulses_(field.impulses) {
  for (const Superposition::Term& term : field.waves) {
    Wave wave{term.amplitude, {}};
    for (std::size_t axis = 0; axis < box.lo.size(); ++axis) {
      std::vector<Complex>& factor = wave.factor.emplace_back();
      for (Index x = box.lo[axis]; x < box.hi[axis]; ++x) {
        factor.push_back(unit_root(field.sign, term.at[axis], x, field.shape[axis]));
      }
    }
    waves_.push_back(std::move(wave));
  }
}

void SuperpositionRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  std::fill(row.begin(), row.end(), Complex{});
  for (const Wave& wave : waves_) {
    Complex coefficient = wave.amplitude;
    for (std::size_t other = 0; other < start.size(); ++other) {
      if (other == axis) continue;
      coefficient *= wave.factor[other][static_cast<std::size_t>(start[other] - box_.lo[other])];
    }
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += coefficient * wave.factor[axis][i];
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
  const bool real = problem_.transform == Transform::r2c;
  const auto rounded = [this](double value) {
    return problem_.precision == Precision::single_ ? static_cast<double>(static_cast<float>(value))
                                                    : value;
  };
  Extents index = start;
  index[axis] = box_.lo[axis];
  Index position = 0, step = 1;
  for (std::size_t other = 0; other < index.size(); ++other) {
    position = position * problem_.shape[other] + index[other];
    if (other > axis) step *= problem_.shape[other];
  }
  for (Complex& value : row) {
    const auto words = philox_words(static_cast<std::uint64_t>(position), random_stream, seed_);
    const double imaginary = real ? 0.0 : rounded(centred_uniform(words[1]));
    value = {rounded(centred_uniform(words[0])), imaginary};
    position += step;
  }
}

std::size_t row_axis(const Layout& layout) {
  std::size_t nearest = layout.stride.size() - 1;
  for (std::size_t axis = layout.stride.size(); axis-- > 0;) {
    if (layout.box.extent(axis) > 1 &&
        (layout.box.extent(nearest) <= 1 || layout.stride[axis] < layout.stride[nearest])) {
      nearest = axis;
    }
  }
  return nearest;
}

}  // namespace fftbench
