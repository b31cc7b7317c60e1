#pragma once
/// The spectrum of a case's random field, by the definition of the transform and not by an FFT.

#include <mpi.h>

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <span>
#include <utility>
#include <vector>

#include "check/field.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

struct RandomSpectrum {
  /// sum_j prod_a w_a[j] |x[j]|^2 over the random field x. With the weights w of the transform's
  /// matrices, v of their inverses' and the logical volume N, Parseval's identity is
  /// sum_k prod_a v_a[k] |X[k]|^2 == N sum_j prod_a w_a[j] |x[j]|^2. It follows from B F == N for
  /// the matrices of the two directions, where F[k][j] == w[j] t(k, j) and B[j][k] ==
  /// v[k] conj(t(k, j)).
  double energy = 0;
  /// X[k] at a handful of wave numbers k, each a direct sum over x in extended precision.
  std::vector<std::pair<Extents, Complex>> samples;
};

/// Makes the field of `seed` once, part by part: `input` is this rank's, and `threads` share it;
/// null for the caller alone. Collective.
RandomSpectrum random_spectrum(const Layout& input, const Problem& problem, std::uint64_t seed,
                               MPI_Comm comm, ThreadPool* threads = nullptr);

/// sum w |x|^2 of a row. In double: what is summed over rows needs extended precision, because over
/// 10^9 elements the rounding of a plain sum would come near the tolerance.
double weighted_energy(std::span<const Complex> row, std::span<const double> weights);

}  // namespace fftbench
