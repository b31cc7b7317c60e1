#include "check/axis_matrix.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "check/wave_sums.hpp"

namespace fftbench {

AxisMatrix AxisMatrix::forward(Transform transform, Index n) {
  struct Kind {
    Wave wave;
    int twice_out_shift, twice_in_shift;
  };
  using enum Wave;
  constexpr std::array<Kind, 10> kinds{{{complex, 0, 0},
                                        {complex, 0, 0},
                                        {cosine, 0, 0},
                                        {cosine, 0, 1},
                                        {cosine, 1, 0},
                                        {cosine, 1, 1},
                                        {sine, 2, 2},
                                        {sine, 2, 1},
                                        {sine, 1, 2},
                                        {sine, 1, 1}}};
  const Kind kind = kinds[static_cast<std::size_t>(transform)];
  const Problem row{.shape = {n}, .transform = transform};
  return {kind.wave, kind.twice_out_shift, kind.twice_in_shift, row.logical_shape()[0]};
}

AxisMatrix AxisMatrix::inverse() const {
  AxisMatrix inverse = *this;
  std::swap(inverse.twice_out_shift_, inverse.twice_in_shift_);
  inverse.sign_ = -sign_;
  return inverse;
}

/// The angle in units of a quarter of a step, reduced to one turn in integers, so that it stays
/// exact at any size: with fewer than 2^31 points either factor is below 2^32.
std::uint64_t AxisMatrix::quarter_steps(Index out, Index in) const {
  const auto product = static_cast<std::uint64_t>(2 * out + twice_out_shift_) *
                       static_cast<std::uint64_t>(2 * in + twice_in_shift_);
  return product % (4 * static_cast<std::uint64_t>(size_));
}

Complex AxisMatrix::wave(std::uint64_t quarter_steps) const {
  const auto turn = 4 * static_cast<std::uint64_t>(size_);
  const long double angle = 2.0L * std::numbers::pi_v<long double> *
                            static_cast<long double>(quarter_steps) /
                            static_cast<long double>(turn);
  if (wave_ == Wave::cosine) return static_cast<double>(std::cos(angle));
  if (wave_ == Wave::sine) return static_cast<double>(std::sin(angle));
  return {static_cast<double>(std::cos(angle)), static_cast<double>(sign_ * std::sin(angle))};
}

Complex AxisMatrix::at(Index out, Index in) const {
  return weight(in) * wave(quarter_steps(out, in));
}

/// Of all angles that there are: n^2 of them would take seconds.
std::vector<Complex> AxisMatrix::all_waves() const {
  std::vector<Complex> table;
  for (std::uint64_t angle = 0; angle < 4 * static_cast<std::uint64_t>(size_); ++angle) {
    table.push_back(wave(angle));
  }
  return table;
}

std::vector<Complex> AxisMatrix::times(std::span<const Complex> values) const {
  const std::vector<Complex> table = all_waves();
  std::vector<Complex> sums(values.size());
  for (std::size_t in = 0; in < values.size(); ++in) {
    if (values[in] == 0.0) continue;
    const auto column = static_cast<Index>(in);
    const Complex value = weight(column) * values[in];
    for (std::size_t out = 0; out < sums.size(); ++out) {
      sums[out] += value * table[quarter_steps(static_cast<Index>(out), column)];
    }
  }
  return sums;
}

std::vector<Complex> AxisMatrix::weighted_columns(std::span<const Complex> weights, Index first,
                                                  Index last) const {
  const WaveSums waves{twice_out_shift_, twice_in_shift_, size_};
  const auto conjugated = [](std::vector<Complex> values) {
    for (Complex& value : values) value = std::conj(value);
    return values;
  };
  const auto forwards = [&] { return waves.of(weights, first, last); };
  const auto backwards = [&] {
    return conjugated(waves.of(conjugated({weights.begin(), weights.end()}), first, last));
  };
  if (wave_ == Wave::complex) return sign_ > 0 ? forwards() : backwards();
  // cos x = (exp(ix) + exp(-ix)) / 2, sin x = (exp(ix) - exp(-ix)) / 2i
  const bool cosine = wave_ == Wave::cosine;
  std::vector<Complex> sums = forwards();
  const std::vector<Complex> others = backwards();
  const Complex half = cosine ? Complex(0.5) : Complex(0.0, -0.5);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const Complex both = cosine ? sums[i] + others[i] : sums[i] - others[i];
    sums[i] = weight(first + static_cast<Index>(i)) * half * both;
  }
  return sums;
}

std::vector<AxisMatrix> forward_matrices(const Problem& problem) {
  std::vector<AxisMatrix> matrices;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    matrices.push_back(AxisMatrix::forward(problem.kind(axis), problem.shape[axis]));
  }
  return matrices;
}

}  // namespace fftbench
