#pragma once
/// Batches of transforms as FFT libraries for devices take them, in the words of FFTW's and cuFFT's
/// advanced interface.

#include <array>
#include <compare>

#include "taskfft/problem.hpp"

namespace taskfft {

enum class BatchKind { forward, backward, real_to_complex, complex_to_real };

/// One side of a batch. Lines are contiguous.
struct BatchSide {
  Index row = 0;  ///< elements from row to row of a plane; of lines by themselves without a meaning
  Index step = 0;  ///< elements from one transform of the batch to the next
  auto operator<=>(const BatchSide&) const = default;
};

/// So many transforms of lines, or of planes with the rows `lengths[0]` and the columns
/// `lengths[1]`, all alike. Lengths are those of the real side.
struct LineBatch {
  BatchKind kind = BatchKind::forward;
  Precision precision = Precision::float64;
  int dims = 1;
  std::array<Index, 2> lengths{};
  BatchSide from;
  BatchSide to;
  Index count = 0;
  auto operator<=>(const LineBatch&) const = default;
};

}  // namespace taskfft
