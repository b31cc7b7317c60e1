#pragma once
/// Looks at the result of every solution of a workload.

#include <mpi.h>

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

/// The data change from one solution to the next by a power of two, as in RepetitionCheck; results
/// are looked at by a sum over all elements with random weights. Of several results each solution
/// leaves one, in turn.
class SolutionChecks {
 public:
  /// `scale`: what the true result is multiplied by; errors are told over `condition`. Fills the
  /// input with the data of `seed`; `launch` sees to other weights in every launch. Collective.
  SolutionChecks(Batch& batch, const Problem& problem, double scale, double condition,
                 std::uint64_t seed, int launch, MPI_Comm comm);

  /// The result that the next solution shall leave.
  int result() const { return repetition_ % static_cast<int>(expected_.size()); }
  /// Looks at it, and puts the data there again, multiplied otherwise. Collective.
  void after_solution();

  /// Of any field.
  const WorstError& worst() const { return worst_; }

 private:
  Complex weighted_sum(int field) const;

  Batch& batch_;
  Separable<Complex> weights_;
  double scale_, condition_;
  std::uint64_t seed_;
  MPI_Comm comm_;
  /// The weighted sum of a true result, and its norm.
  struct Expected {
    Complex sum;
    double norm;
  };
  std::vector<std::vector<Expected>> expected_;  ///< [result][field]
  std::vector<std::byte> data_;
  int exponent_ = 0, repetition_ = 0;
  WorstError worst_;
};

}  // namespace fftbench
