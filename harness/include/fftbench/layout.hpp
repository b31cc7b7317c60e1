#pragma once
/// What one rank holds of a distributed array, and where each element lies in its memory.

#include <fftbench/extents.hpp>

namespace fftbench {

/// The global indices in `box` lie at offset sum((i[a] - box.lo[a]) * stride[a]) from the start of
/// the rank's buffer. Offsets, strides and `size` count elements: complex numbers, or real ones at
/// the ends that are real. Axis order and padding are expressed by the strides.
struct Layout {
  Box box;
  Extents stride;
  /// Elements to allocate, of all fields, padding and work space of the library included.
  Index size = 0;
  /// From an element to the same one of the next field; of no meaning where there is one field.
  Index field_stride = 0;

  /// Offset of a global index inside the box.
  Index offset(const Extents& index) const;
  /// One past the largest offset used by so many fields; 0 for an empty box. Never more than
  /// `size`.
  Index span(int fields = 1) const;

  /// The same for so many fields, one behind the other.
  Layout repeated(int fields) const;
  /// The same for so many fields, whose elements of one index lie side by side.
  Layout interleaved(int fields) const;

  /// Dense C order: the last axis contiguous, no padding.
  static Layout row_major(const Box& box);
  /// The same with the last axis' rows padded to `row` elements: real rows that share their memory
  /// with complex ones of m elements are 2 m long, as FFTW has them in place.
  static Layout padded_rows(const Box& box, Index row);
  /// Dense with the given axis order, slowest first: {1, 0, 2} stores axis 1 slowest.
  static Layout ordered(const Box& box, std::initializer_list<std::size_t> slowest_first);
};

/// The axis along which a rank's rows are walked: the closest in memory of those that are longer
/// than one element.
std::size_t row_axis(const Layout& layout);

/// Calls visit(index, offset) for every element of the layout, in axis order.
template <class Visit>
void for_each_element(const Layout& layout, Visit&& visit) {
  const std::size_t dims = layout.box.lo.size();
  if (layout.box.volume() == 0) return;
  Extents index = layout.box.lo;
  for (;;) {
    visit(static_cast<const Extents&>(index), layout.offset(index));
    std::size_t axis = dims;
    while (axis > 0 && ++index[axis - 1] == layout.box.hi[axis - 1]) {
      index[axis - 1] = layout.box.lo[axis - 1];
      --axis;
    }
    if (axis == 0) return;
  }
}

}  // namespace fftbench
