#pragma once
/// Looks at the result of every solution of a workload.

#include <mpi.h>

#include <array>
#include <cstddef>
#include <vector>

#include "check/batch.hpp"
#include "check/worst_error.hpp"

namespace fftbench {

/// How much more the result of a workload errs than its data do, at least 1: rounding puts an error
/// of the size of the data into every wave number alike, of which the multiplier leaves
/// rms(data) rms(multiplier), relative to rms(result). The largest of all results. Collective.
double condition(const Problem& problem, const Layout& input, const Layout& spectrum,
                 std::uint64_t seed, MPI_Comm comm);

/// The data change from one solution to the next: they are 2^e (a + c b) for the data a and b of
/// two seeds, e as in RepetitionCheck, and a random number c between 1/2 and 1. The workload is
/// linear, so the result is that sum of the two results. Of a flow they are (1 - c) a + c b, in
/// whose wind of the same strength the two are carried along by themselves: of few strong waves in
/// one solution (ExactFlow), of faint ones of all wave numbers in the next (FaintFlow). The result
/// is looked at by a sum over all elements with random weights; of several, one in turn.
class SolutionChecks {
 public:
  /// `scale`: what the true result is multiplied by; errors are told over `condition`. Collective.
  SolutionChecks(Batch& batch, const Problem& problem, double scale, double condition,
                 std::uint64_t seed, MPI_Comm comm);

  /// Puts array number `which` of the data of the next solution into the input.
  void put_data(int which);
  /// The result that it shall leave.
  int result() const { return repetition_ % static_cast<int>(known().front().results.size()); }
  /// Looks at what this rank has of it.
  void look();
  /// Goes on to the next solution. Collective.
  void after_solution();

  /// Of any field.
  const WorstError& worst() const { return worst_; }

 private:
  /// The weighted sum of a true result, and its norm.
  struct Expected {
    Complex sum;
    double norm;
  };
  struct Known {
    std::vector<std::vector<std::byte>> data;
    std::vector<std::vector<Expected>> results;  ///< [result][field]
  };
  using Pair = std::array<Known, 2>;
  Known known_of(const Problem& problem, const Sample& sample);
  /// The data of the next solution are the sum of these two.
  const Pair& known() const {
    return known_[static_cast<std::size_t>(repetition_) % known_.size()];
  }
  Expected expected(int field) const;
  void choose_factors();
  /// Collective.
  Complex weighted_sum(int field) const;

  Batch& batch_;
  bool flow_;
  Separable<Complex> weights_;
  double scale_, condition_;
  std::uint64_t seed_;
  MPI_Comm comm_;
  std::vector<Pair> known_;
  std::array<double, 2> factors_{};  ///< of the two in the data
  std::vector<Complex> parts_;       ///< of each field's sum, that this rank has looked at
  int exponent_ = 0, repetition_ = 0;
  WorstError worst_;
};

}  // namespace fftbench
