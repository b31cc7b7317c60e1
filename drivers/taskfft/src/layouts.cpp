#include "layouts.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// Elements from the first to one past the last row, padding of the last row included.
Layout make_layout(const Geometry& g, const Box& box, const Segment& array, Index row) {
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
  const bool empty = box.volume() == 0;
  layout.size = empty ? 0 : box[0].size() * box[1].size() * row;
  return layout;
}

/// Every field begins on a cache line if the first one does: all are transformed in the same way.
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
  Layouts layouts{
      make_layout(g, in, arrays.input, padded(g, placement) ? 2 * g.spectrum[2] : in[2].size()),
      make_layout(g, out, arrays.output, out[2].size())};
  if (placement == Placement::in_place) {
    const auto reals_per_input = static_cast<Index>(element_bytes(g.input_element(), 1));
    const auto reals_per_output = static_cast<Index>(element_bytes(g.element, 1));
    const Index reals =
        std::max(layouts.input.size * reals_per_input, layouts.output.size * reals_per_output);
    layouts.input.size = reals / reals_per_input;
    layouts.output.size = reals / reals_per_output;
  }
  add_fields(layouts.input, g.input_element(), fields);
  add_fields(layouts.output, g.element, fields);
  return layouts;
}

}  // namespace taskfft
