#pragma once
/// Arrays of all kinds for the tests of weighted sums, and the sum by its definition.

#include <cmath>
#include <vector>

#include "check/array.hpp"

namespace fftbench {

/// Of row lengths that vectors divide and that they do not, in every type of element, contiguous
/// and not.
template <class Visit>
void for_each_array(Visit&& visit) {
  for (const Index length : {1, 3, 4, 7, 8, 13}) {
    const Box box{{2, 1, 0}, {4, 4, length}};
    for (const Transform transform : {Transform::c2c, Transform::dct2}) {
      for (const Precision precision : {Precision::double_, Precision::single_}) {
        for (const Layout& layout : {Layout::row_major(box), Layout::padded_rows(box, length + 2),
                                     Layout::ordered(box, {2, 0, 1})}) {
          Layout strided = layout;
          for (Index& stride : strided.stride) stride *= 2;
          strided.size *= 2;
          const Problem problem{{4, 4, length}, transform, precision};
          visit(problem, layout);
          visit(problem, strided);
        }
      }
    }
  }
}

/// An array of random numbers with its memory.
struct Filled {
  Filled(const Problem& problem, const Layout& layout, ThreadPool* threads = nullptr)
      : memory(static_cast<std::size_t>(layout.size), {9.0, 9.0}),
        array(problem, false, layout, memory.data(), threads) {
    array.fill(RandomRows(problem, 5, layout.box));
  }
  Complex at(const Extents& index) const {
    Complex value;
    array.read_row(array.layout().offset(index), 0, {&value, 1});
    return value;
  }
  std::vector<Complex> memory;
  Array array;
};

inline Complex weight(std::size_t axis, Index x) {
  return std::polar(1.0, 0.7 * static_cast<double>(axis + 1) * static_cast<double>(x + 1));
}

inline Complex by_definition(const Filled& filled) {
  Complex sum = 0;
  for_each_element(filled.array.layout(), [&](const Extents& index, Index) {
    sum += weight(0, index[0]) * weight(1, index[1]) * weight(2, index[2]) * filled.at(index);
  });
  return sum;
}

}  // namespace fftbench
