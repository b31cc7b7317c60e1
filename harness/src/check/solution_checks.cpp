#include "check/solution_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "check/checksum.hpp"
#include "check/exact.hpp"

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
                               std::uint64_t seed, int launch, MPI_Comm comm)
    : batch_(batch),
      weights_(batch.input(0).layout().box,
               [&](std::size_t axis, Index place) {
                 return random_phase(place, axis, seed + static_cast<std::uint64_t>(launch));
               }),
      scale_(scale),
      condition_(condition),
      seed_(seed),
      comm_(comm) {
  for (int result = 0; result < results_of(problem); ++result) {
    batch.fill_exact_result(seed, result);
    auto& fields = expected_.emplace_back();
    for (int field = 0; field < batch.fields(); ++field) {
      fields.push_back({weighted_sum(field), batch.input_norm(field)});
    }
  }
  batch.fill_exact_input(seed);
  data_ = batch.input_bytes();
}

void SolutionChecks::after_solution() {
  const double factor = std::ldexp(scale_, exponent_);
  for (int field = 0; field < batch_.fields(); ++field) {
    const Expected& expected =
        expected_[static_cast<std::size_t>(result())][static_cast<std::size_t>(field)];
    const double norm = std::max(expected.norm, std::numeric_limits<double>::min());
    worst_.note(std::abs(weighted_sum(field) - factor * expected.sum) /
                    (std::abs(factor) * norm * condition_),
                repetition_);
  }
  exponent_ = next_exponent(exponent_, repetition_, seed_);
  ++repetition_;
  batch_.put_input(data_);
  batch_.scale_input(std::ldexp(1.0, exponent_));
}

Complex SolutionChecks::weighted_sum(int field) const {
  Complex sum = batch_.input(field).weighted_sum(weights_);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_CXX_DOUBLE_COMPLEX, MPI_SUM, comm_);
  return sum;
}

}  // namespace fftbench
