#pragma once
/// Is the answer right? Decided before any time counts, at any size, without a reference library.

#include <mpi.h>

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <optional>
#include <string>

#include "check/array.hpp"
#include "check/random_spectrum.hpp"

namespace fftbench {

/// Relative errors over all ranks. NaN where the result is not finite; nothing where not reached.
struct Check {
  double tolerance = 0.0;
  std::optional<double> spectrum_l2, spectrum_max;  ///< the larger of before and after them
  std::optional<double> parseval;
  std::optional<double> sampled;
  std::optional<double> round_trip_l2, round_trip_max;
  std::optional<double> repetitions;          ///< of the checksum, the largest of all repetitions
  std::optional<double> repetitions_seconds;  ///< that looking at all repetitions took on this rank
  std::optional<double> after_l2;             ///< of the data after them, per round trip
  /// Of a workload's results before and after the repetitions, over its `condition`.
  std::optional<double> workload_l2, workload_max;

  /// The largest error so far; NaN where any is.
  double error() const;
  bool passed() const { return error() <= tolerance; }
  /// Which errors are beyond the tolerance, for a reason.
  std::string failures() const;
};

/// 4 eps max(1, log2 N): FFT errors grow as eps sqrt(log N) at random and eps log N at worst
/// (Gentleman & Sande 1966; Schatzman, SIAM J. Sci. Comput. 17 (1996)), with room for transforms
/// of prime length.
double tolerance(const Problem& problem);

/// Throws Error where the boxes of all ranks don't tile the global shape exactly once, a box lies
/// outside of it or of its own memory, or several fields lie in one place. `what` names the array.
/// Collective.
void expect_tiling(const Layout& layout, const Extents& shape, const char* what, MPI_Comm comm,
                   int fields = 1);

/// NaN where either is.
double larger(double a, double b);

struct Difference {
  double l2, max;  ///< relative to the norms of what was expected
};

/// Compares every element with factor * expected. Collective; the same on every rank.
Difference compare(const Array& actual, const Superposition& expected, double factor,
                   MPI_Comm comm);
Difference compare_random(const Array& actual, const Problem& problem, std::uint64_t seed,
                          double factor, MPI_Comm comm);

class ExactRows;
Difference compare_exact(const Array& actual, const ExactRows& expected, double factor,
                         MPI_Comm comm);
/// The root of the sum of the squares of all elements. Collective.
double norm(const Array& array, MPI_Comm comm);

/// Relative error of the norm of the random field's spectrum by Parseval's identity. Collective.
double parseval_error(const Array& spectrum, const Problem& problem, const RandomSpectrum& expected,
                      double scale, MPI_Comm comm);

/// Largest error of the random field's spectrum at a handful of wave numbers, relative to what such
/// a wave number holds on average. Collective.
double sampled_error(const Array& spectrum, const Problem& problem, const RandomSpectrum& expected,
                     double scale, MPI_Comm comm);

}  // namespace fftbench
