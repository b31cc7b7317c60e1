#pragma once
/// Where a rank's part of a global array lies in memory.

#include <vector>

#include "taskfft/problem.hpp"

namespace taskfft {

/// Element (i0, i1, ..) with lo <= i < hi lies at sum((i[a] - lo[a]) * stride[a]). Elements are
/// real for the input of a problem with r2c, and on both sides of one that is real to real along
/// every axis; else complex.
struct Layout {
  std::vector<Index> lo;      ///< first global index per axis
  std::vector<Index> hi;      ///< one past the last global index per axis
  std::vector<Index> stride;  ///< in elements
  /// Elements to allocate, of all fields, padding included. In place, the sizes of input and output
  /// describe the same bytes, enough for both.
  Index size = 0;
  Index field_stride = 0;  ///< from an element to the same one of the next field
};

}  // namespace taskfft
