#pragma once
/// A rank's part of an array, in internal axes.

#include <string>

#include "layout/box.hpp"
#include "taskfft/layout.hpp"

namespace taskfft {

/// Arrays of fewer dimensions have axes of extent 1 in front.
struct LocalArray {
  Box box;
  Triple stride;
  Index field_stride;
};

LocalArray local_array(const Layout& layout);

/// The whole array.
Box domain_of(const std::vector<Index>& extents);

/// As in "[0, 4) x [2, 8)", the last axes alone.
std::string text_of(const Box& box, std::size_t dims);

/// The layout as given, with what it left open. Throws ArgumentError, its words beginning with
/// `whose`, unless it is a box within these extents whose elements lie apart.
Layout checked_layout(const std::string& whose, Layout layout, const std::vector<Index>& extents,
                      int fields);

}  // namespace taskfft
