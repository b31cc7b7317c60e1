#pragma once
/// The layouts of the caller's two arrays.

#include "layout/geometry.hpp"
#include "layout/work.hpp"
#include "taskfft/layout.hpp"

namespace taskfft {

/// Of all fields.
struct Layouts {
  Layout input;
  Layout output;
};

std::size_t bytes_of(const Layout& layout, Element element, Precision precision);

/// Enlarges both arrays to so many real numbers or more, in whole elements of either kind; in place
/// to the same number. `before` and `after` the forward transform.
void enlarge(Layouts& layouts, Element before, Element after, Placement placement, Index reals);

Layouts make_layouts(const Geometry& geometry, Placement placement, Order order, int fields = 1);

}  // namespace taskfft
