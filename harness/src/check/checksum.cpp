#include "check/checksum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "check/philox.hpp"

namespace fftbench {
namespace {

constexpr std::uint32_t phase_stream = 4;

/// For all wave numbers, an entry per axis.
using AxisWeights = std::vector<std::vector<Complex>>;

AxisWeights random_phases(const Problem& problem, std::uint64_t seed) {
  const Extents shape = problem.spectrum_shape();
  AxisWeights phases;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::vector<Complex>& along = phases.emplace_back();
    along.reserve(static_cast<std::size_t>(shape[axis]));
    for (Index k = 0; k < shape[axis]; ++k) along.push_back(random_phase(k, axis, seed));
  }
  return phases;
}

Separable<Complex> spectrum_weights(const Box& box, const AxisWeights& phases) {
  return {box,
          [&](std::size_t axis, Index k) { return phases[axis][static_cast<std::size_t>(k)]; }};
}

Separable<Complex> input_weights(const Problem& problem, const Box& box,
                                 const AxisWeights& phases) {
  const std::vector<AxisMatrix> matrices = forward_matrices(problem);
  AxisWeights sums;
  for (std::size_t axis = 0; axis < phases.size(); ++axis) {
    sums.push_back(matrices[axis].weighted_columns(phases[axis], box.lo[axis], box.hi[axis]));
  }
  return {box, [&](std::size_t axis, Index j) {
            return sums[axis][static_cast<std::size_t>(j - box.lo[axis])];
          }};
}

std::shared_ptr<const Separable<Complex>> shared(Separable<Complex> weights) {
  return std::make_shared<const Separable<Complex>>(std::move(weights));
}

}  // namespace

Complex over_ranks(const Complex& part, MPI_Comm comm) {
  std::array<double, 2> sums{part.real(), part.imag()};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_DOUBLE, MPI_SUM, comm);
  return {sums[0], sums[1]};
}

Complex random_phase(Index place, std::size_t axis, std::uint64_t seed) {
  constexpr double words = 18446744073709551616.0;  // 2^64
  const auto counter = static_cast<std::uint64_t>(place) * Extents::max_dims + axis;
  const double turn = static_cast<double>(philox_words(counter, phase_stream, seed)[0]) / words;
  return std::polar(1.0, 2.0 * std::numbers::pi * turn);
}

int next_exponent(int exponent, int repetition, std::uint64_t seed) {
  constexpr std::uint32_t stream = 5;
  constexpr int values = 7, lowest = -3;
  const auto word = philox_words(static_cast<std::uint64_t>(repetition), stream, seed)[0];
  const int step = 1 + static_cast<int>(word % (values - 1));
  return lowest + (exponent - lowest + step) % values;
}

Checksum::Checksum(const Problem& problem, const Layout& input, const Layout& spectrum,
                   std::uint64_t seed)
    : Checksum(problem, input, spectrum, random_phases(problem, seed)) {}

Checksum::Checksum(const Problem& problem, const Layout& input, const Layout& spectrum,
                   const std::vector<std::vector<Complex>>& phases)
    : input_weights_(shared(input_weights(problem, input.box, phases))),
      spectrum_weights_(shared(spectrum_weights(spectrum.box, phases))) {}

Complex Checksum::of_input(const Contents& input, MPI_Comm comm) const {
  return over_ranks(input.weighted_sum(*input_weights_), comm);
}

Complex Checksum::of_impulse(const Impulse& impulse, MPI_Comm comm) const {
  const bool mine = input_weights_->box().contains(impulse.at);
  return over_ranks(mine ? impulse.size * input_weights_->at(impulse.at) : 0.0, comm);
}

Complex Checksum::of_waves(const Superposition& waves, MPI_Comm comm) const {
  Complex sum;
  for (const Superposition::Term& term : waves.transformed().impulses) {
    if (!spectrum_weights_->box().contains(term.at)) continue;
    sum += term.amplitude * spectrum_weights_->at(term.at);
  }
  return over_ranks(sum, comm);
}

Complex Checksum::of_spectrum(const Contents& spectrum, MPI_Comm comm) const {
  return over_ranks(spectrum.weighted_sum(*spectrum_weights_), comm);
}

Complex Checksum::part_of_input_then_scaled(Contents& input, double factor) const {
  return input.weighted_sum_and_scale(*input_weights_, factor);
}

Complex Checksum::part_of_spectrum_then_scaled(Contents& spectrum, double factor) const {
  return spectrum.weighted_sum_and_scale(*spectrum_weights_, factor);
}

RepetitionCheck::RepetitionCheck(Checksum checksum, Scales scales, double norm,
                                 const Contents& input, Seeds seeds, MPI_Comm comm)
    : checksum_(std::move(checksum)),
      scales_(scales),
      norm_(norm),
      seeds_(seeds),
      comm_(comm),
      input_sum_(checksum_.of_input(input, comm)) {}

void RepetitionCheck::before_forward(Contents input) {
  impulse_ = random_impulse(input.problem(), repetition_, seeds_.own);
  next_wave_ = random_wave(input.problem(), repetition_, seeds_.own);
  impulse_.size *= factor();
  input.add(impulse_.at, impulse_.size);
  impulse_sum_ = checksum_.of_impulse(impulse_, comm_);
  input_sum_ += impulse_sum_;
}

void RepetitionCheck::look_at_spectrum(Contents spectrum) {
  part_ = checksum_.part_of_spectrum_then_scaled(spectrum, growth());
  const auto add = [&](const Superposition& wave, double times) {
    for (const Superposition::Term& term : wave.transformed().impulses) {
      spectrum.add(term.at, times * term.amplitude);
    }
  };
  const double now = scales_.forward * growth() * factor();
  add(wave_, -now);
  add(next_wave_, now);
}

void RepetitionCheck::after_forward() {
  note(over_ranks(part_, comm_), input_sum_, scales_.forward);
  // What comes back has grown as well: the field that is still in the input is not it.
  const double growth = this->growth();
  exponent_ = next_exponent(exponent_, repetition_, seeds_.common);
  input_sum_ *= growth;
  impulse_.size *= growth;
  impulse_sum_ *= growth;
  input_sum_ +=
      factor() * (checksum_.of_waves(next_wave_, comm_) - checksum_.of_waves(wave_, comm_));
  wave_ = next_wave_;
}

void RepetitionCheck::look_at_field(Contents input) {
  part_ = checksum_.part_of_input_then_scaled(input, 1.0 / scales_.round_trip);
  input.add(impulse_.at, -impulse_.size);
}

void RepetitionCheck::after_backward() {
  const Complex sum = over_ranks(part_, comm_);
  note(sum, input_sum_, scales_.round_trip);
  input_sum_ = sum / scales_.round_trip - impulse_sum_;
  ++repetition_;
}

double RepetitionCheck::growth() const {
  return std::ldexp(1.0, next_exponent(exponent_, repetition_, seeds_.common) - exponent_);
}

void RepetitionCheck::take_wave_away(Contents input) {
  const SuperpositionRows rows(std::exchange(wave_, {}), input.layout().box);
  input.change([&](Array& array) { array.add(rows, -factor()); });
}

double RepetitionCheck::factor() const {
  return std::ldexp(1.0, exponent_);
}

void RepetitionCheck::note(Complex actual, Complex expected, double scale) {
  const double norm = std::abs(scale) * std::ldexp(norm_, exponent_);
  worst_.note(std::abs(actual - scale * expected) / norm, repetition_);
}

}  // namespace fftbench
