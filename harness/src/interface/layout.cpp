#include <fftbench/layout.hpp>
#include <vector>

namespace fftbench {

Index Layout::offset(const Extents& index) const {
  Index offset = 0;
  for (std::size_t axis = 0; axis < stride.size(); ++axis) {
    offset += (index[axis] - box.lo[axis]) * stride[axis];
  }
  return offset;
}

Index Layout::span(int fields) const {
  if (box.volume() == 0) return 0;
  Extents last = box.hi;
  for (Index& index : last) --index;
  return offset(last) + (fields - 1) * field_stride + 1;
}

Layout Layout::repeated(int fields) const {
  return {box, stride, fields * size, size};
}

Layout Layout::interleaved(int fields) const {
  Layout side_by_side{box, stride, fields * size, 1};
  for (Index& step : side_by_side.stride) step *= fields;
  return side_by_side;
}

Layout Layout::row_major(const Box& box) {
  return padded_rows(box, box.extent(box.lo.size() - 1));
}

Layout Layout::padded_rows(const Box& box, Index row) {
  Layout layout{box, Extents::filled(box.lo.size(), 1), row};
  for (std::size_t axis = box.lo.size() - 1; axis-- > 0;) {
    layout.stride[axis] = layout.size;
    layout.size *= box.extent(axis);
  }
  return layout;
}

Layout Layout::ordered(const Box& box, std::initializer_list<std::size_t> slowest_first) {
  Layout layout{box, Extents::filled(box.lo.size(), 1), box.volume()};
  const std::vector<std::size_t> order(slowest_first);
  Index stride = 1;
  for (std::size_t position = order.size(); position-- > 0;) {
    layout.stride[order[position]] = stride;
    stride *= box.extent(order[position]);
  }
  return layout;
}

std::size_t row_axis(const Layout& layout) {
  std::size_t nearest = layout.stride.size() - 1;
  for (std::size_t axis = layout.stride.size(); axis-- > 0;) {
    if (layout.box.extent(axis) > 1 &&
        (layout.box.extent(nearest) <= 1 || layout.stride[axis] < layout.stride[nearest])) {
      nearest = axis;
    }
  }
  return nearest;
}

}  // namespace fftbench
