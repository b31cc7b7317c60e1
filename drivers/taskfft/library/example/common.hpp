#pragma once
/// What the example programs share.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "taskfft/taskfft.hpp"

namespace example {

/// Global indices; of two-dimensional arrays the last one is 0.
using Point = std::array<taskfft::Index, 3>;

/// Calls function(point, offset) for this rank's points of an array.
template <class Function>
void for_each_point(const taskfft::Layout& layout, Function function) {
  Point hi{1, 1, 1}, lo{}, stride{};
  std::copy(layout.lo.begin(), layout.lo.end(), lo.begin());
  std::copy(layout.hi.begin(), layout.hi.end(), hi.begin());
  std::copy(layout.stride.begin(), layout.stride.end(), stride.begin());
  for (taskfft::Index i = lo[0]; i < hi[0]; ++i) {
    for (taskfft::Index j = lo[1]; j < hi[1]; ++j) {
      for (taskfft::Index k = lo[2]; k < hi[2]; ++k) {
        const taskfft::Index offset =
            (i - lo[0]) * stride[0] + (j - lo[1]) * stride[1] + (k - lo[2]) * stride[2];
        function(Point{i, j, k}, static_cast<std::size_t>(offset));
      }
    }
  }
}

/// The larger one of two errors. What is no number counts as infinite: maxima lose it, MPI's, too.
inline double worse(double error, double other) {
  if (other <= error) return error;
  return std::isnan(other) ? std::numeric_limits<double>::infinity() : other;
}

inline double on_any_rank(double error) {
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return error;
}

/// Says so on the first rank.
template <class... Numbers>
void say(const char* format, Numbers... numbers) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::printf(format, numbers...);
}

}  // namespace example
