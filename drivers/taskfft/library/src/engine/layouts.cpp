#include "engine/layouts.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// Elements that the box takes up in the array, padding included.
Index span(const Box& box, const Segment& array) {
  if (box.volume() == 0) return 0;
  Index elements = 0;
  for (int a = 0; a < 3; ++a) elements = std::max(elements, box[a].size() * array.stride[a]);
  return elements;
}

Layout make_layout(const Geometry& g, const Box& box, const Segment& array) {
  Layout layout;
  if (g.dims == 1) {  // whole lines in the order of the array: offsets are indices
    const Index lo = box[1].lo * array.stride[1] + box[2].lo * array.stride[2];
    return {{lo}, {lo + box.volume()}, {1}, box.volume()};
  }
  for (int axis = 3 - g.dims; axis < 3; ++axis) {
    const int a = g.axes[axis];
    layout.lo.push_back(box[a].lo);
    layout.hi.push_back(box[a].hi);
    layout.stride.push_back(array.stride[a]);
  }
  layout.size = span(box, array);
  return layout;
}

/// Every field begins on a cache line if the first one does, so that all can be transformed in the
/// same way.
void add_fields(Layout& layout, Element element, int fields) {
  constexpr Index line = 64 / sizeof(float);  // reals
  const Index unit = line / reals_in(element);
  layout.field_stride = (layout.size + unit - 1) / unit * unit;
  layout.size += (fields - 1) * layout.field_stride;
}

}  // namespace

std::size_t bytes_of(const Layout& layout, Element element, Precision precision) {
  return static_cast<std::size_t>(layout.size) * element_bytes(element, real_bytes(precision));
}

void enlarge(Layouts& layouts, Element before, Element after, Placement placement, Index reals) {
  const Index in = reals_in(before), out = reals_in(after);
  if (placement == Placement::in_place) {
    reals = std::max({reals, layouts.input.size * in, layouts.output.size * out});
  }
  reals += reals % out;
  layouts.input.size = std::max(layouts.input.size, reals / in);
  layouts.output.size = std::max(layouts.output.size, reals / out);
}

Layouts make_layouts(const Geometry& g, Placement placement, Order order, int fields) {
  const UserArrays arrays = user_arrays(g, placement, order);
  const Box in = input_box(g);
  const Box out = output_box(g, order);
  Layouts layouts{make_layout(g, in, arrays.input), make_layout(g, out, arrays.output)};
  const Index between = g.small_work ? span(rows_box(g), arrays.between) * reals_in(g.element) : 0;
  enlarge(layouts, g.input_element(), g.element, placement, between);
  add_fields(layouts.input, g.input_element(), fields);
  add_fields(layouts.output, g.element, fields);
  return layouts;
}

}  // namespace taskfft
