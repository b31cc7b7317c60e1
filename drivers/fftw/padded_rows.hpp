#pragma once
/// FFTW's layout of real arrays that share their memory with the spectrum.

#include <fftbench/layout.hpp>

/// Row-major, with rows of 2 m numbers, where a row of the spectrum has m = n/2+1.
inline fftbench::Layout padded_rows(const fftbench::Box& box, fftbench::Index m) {
  fftbench::Layout layout = fftbench::Layout::row_major(box);
  fftbench::Index stride = 2 * m;
  for (std::size_t axis = box.lo.size() - 1; axis-- > 0;) {
    layout.stride[axis] = stride;
    stride *= box.extent(axis);
  }
  layout.size = stride;
  return layout;
}
