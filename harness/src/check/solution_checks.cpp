#include "check/solution_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fftbench/unbounded.hpp>
#include <limits>

#include "check/checksum.hpp"
#include "check/exact.hpp"
#include "check/philox.hpp"

namespace fftbench {
namespace {

/// The root of the mean of the squares of what `rows` writes, over all ranks.
template <class Rows>
double root_mean_square(const Rows& rows, const Layout& layout, MPI_Comm comm) {
  const std::size_t axis = row_axis(layout);
  std::vector<Complex> row(static_cast<std::size_t>(layout.box.extent(axis)));
  std::array<long double, 2> sums{0, static_cast<long double>(layout.box.volume())};
  for_each_row(layout, axis, [&](const Extents& start, Index) {
    rows.fill(start, axis, row);
    double squares = 0;
    for (const Complex& value : row) squares += std::norm(value);
    sums[0] += squares;
  });
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_LONG_DOUBLE, MPI_SUM, comm);
  return static_cast<double>(std::sqrt(sums[0] / sums[1]));
}

/// A multiplier as rows over a box: its own begin at the box's first wave number.
struct FactorRows {
  const Multiplier& multiplier;
  const Box& box;

  void fill(Extents start, std::size_t axis, std::span<Complex> row) const {
    start[axis] = box.lo[axis];
    multiplier.fill(start, axis, row);
  }
};

}  // namespace

double condition(const Problem& problem, const Layout& input, const Layout& spectrum,
                 std::uint64_t seed, MPI_Comm comm) {
  // Point charges hold all waves alike: what rounding leaves in each weighs no more than they do.
  // Beside bounded axes one of them is along the longest wave there, of which the potential is
  // most.
  if (unbounded_axes(problem.workload) > 0) return 1.0;
  // A step carries no wave farther than it is long, and leaves the wind what it is.
  if (problem.workload == Workload::navier_stokes) return 1.0;
  double largest = 1.0;
  const double data =
      root_mean_square(ProductRows(exact_input(problem, seed), input.box), input, comm);
  for (int which = 0; which < results_of(problem); ++which) {
    const Multiplier multiplier(problem, which);
    const double factor = root_mean_square(FactorRows{multiplier, spectrum.box}, spectrum, comm);
    const double result =
        root_mean_square(ProductRows(exact_result(problem, seed, which), input.box), input, comm);
    if (result > 0.0) largest = std::max(largest, data * factor / result);
  }
  return largest;
}

SolutionChecks::SolutionChecks(Batch& batch, const Problem& problem, double scale, double condition,
                               std::uint64_t seed, MPI_Comm comm)
    : batch_(batch),
      flow_(problem.workload == Workload::navier_stokes),
      weights_(batch.result(0).layout().box,
               [&](std::size_t axis, Index place) { return random_phase(place, axis, seed); }),
      scale_(scale),
      condition_(condition),
      seed_(seed),
      comm_(comm) {
  known_.push_back({known_of(problem, seed), known_of(problem, seed + 1)});
  if (flow_) {
    known_.push_back({known_of(problem, {seed, true}), known_of(problem, {seed + 1, true})});
  }
  choose_factors();
}

SolutionChecks::Known SolutionChecks::known_of(const Problem& problem, const Sample& sample) {
  Known made;
  for (int result = 0; result < results_of(problem); ++result) {
    batch_.fill_exact_result(sample, result);
    auto& fields = made.results.emplace_back();
    for (int field = 0; field < batch_.fields(); ++field) {
      fields.push_back({weighted_sum(field), batch_.result_norm(field)});
    }
  }
  for (int which = 0; which < inputs_of(problem); ++which) {
    batch_.fill_exact_input(sample, which);
    made.data.push_back(batch_.input_bytes());
  }
  return made;
}

void SolutionChecks::put_data(int which) {
  const auto place = static_cast<std::size_t>(which);
  batch_.put_input({factors_[0], known()[0].data[place]}, {factors_[1], known()[1].data[place]});
}

void SolutionChecks::choose_factors() {
  constexpr std::uint32_t stream = 8;
  const auto word = philox_words(static_cast<std::uint64_t>(repetition_), stream, seed_)[0];
  const double share = 0.75 + 0.5 * centred_uniform(word);
  factors_ = {std::ldexp(1.0, exponent_), std::ldexp(share, exponent_)};
  if (flow_) factors_ = {1.0 - share, share};
}

/// The norm is at most this.
SolutionChecks::Expected SolutionChecks::expected(int field) const {
  Expected all{0.0, std::numeric_limits<double>::min()};
  for (std::size_t which = 0; which < known().size(); ++which) {
    const Expected& one =
        known()[which].results[static_cast<std::size_t>(result())][static_cast<std::size_t>(field)];
    all.sum += scale_ * factors_[which] * one.sum;
    all.norm += std::abs(scale_) * factors_[which] * one.norm;
  }
  return all;
}

void SolutionChecks::look() {
  parts_.clear();
  for (int field = 0; field < batch_.fields(); ++field) {
    parts_.push_back(batch_.result(field).weighted_sum(weights_));
  }
}

void SolutionChecks::after_solution() {
  for (int field = 0; field < batch_.fields(); ++field) {
    const auto [sum, norm] = expected(field);
    const Complex found = over_ranks(parts_[static_cast<std::size_t>(field)], comm_);
    worst_.note(std::abs(found - sum) / (norm * condition_), repetition_);
  }
  exponent_ = next_exponent(exponent_, repetition_, seed_);
  ++repetition_;
  choose_factors();
}

Complex SolutionChecks::weighted_sum(int field) const {
  return over_ranks(batch_.result(field).weighted_sum(weights_), comm_);
}

}  // namespace fftbench
