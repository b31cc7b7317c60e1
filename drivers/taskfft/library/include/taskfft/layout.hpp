#pragma once
/// Where a rank's part of a global array lies in memory.

#include <concepts>
#include <cstddef>
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

  /// Whether this rank has an element, by its global indices, one for each axis.
  template <std::integral... Indices>
  bool has(Indices... at) const {
    std::size_t axis = 0;
    return (... && (lo[axis] <= static_cast<Index>(at) && static_cast<Index>(at) < hi[axis++]));
  }
  /// Where an element of the first field lies that this rank has.
  template <std::integral... Indices>
  Index offset(Indices... at) const {
    std::size_t axis = 0;
    Index offset = 0;
    ((offset += (static_cast<Index>(at) - lo[axis]) * stride[axis], ++axis), ...);
    return offset;
  }
};

}  // namespace taskfft
