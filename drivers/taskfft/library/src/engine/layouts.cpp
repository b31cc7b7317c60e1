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
  for (int a = 3 - g.dims; a < 3; ++a) {
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

Layouts make_layouts(const Geometry& g, Placement placement, Order order, int fields) {
  const UserArrays arrays = user_arrays(g, placement, order);
  const Box in = input_box(g);
  const Box out = output_box(g, order);
  Layouts layouts{make_layout(g, in, arrays.input), make_layout(g, out, arrays.output)};
  const Index reals_per_input = reals_in(g.input_element());
  const Index reals_per_output = reals_in(g.element);
  Index reals = g.small_work ? span(rows_box(g), arrays.between) * reals_per_output : 0;
  if (placement == Placement::in_place) {
    reals = std::max(
        {reals, layouts.input.size * reals_per_input, layouts.output.size * reals_per_output});
  }
  reals += reals % reals_per_output;  // whole elements of either kind
  layouts.input.size = std::max(layouts.input.size, reals / reals_per_input);
  layouts.output.size = std::max(layouts.output.size, reals / reals_per_output);
  add_fields(layouts.input, g.input_element(), fields);
  add_fields(layouts.output, g.element, fields);
  return layouts;
}

}  // namespace taskfft
