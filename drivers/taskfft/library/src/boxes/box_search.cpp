#include "boxes/box_search.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// The smallest box around both.
Box around(const Box& a, const Box& b) {
  Box both;
  for (int axis = 0; axis < 3; ++axis) {
    both[axis] = {std::min(a[axis].lo, b[axis].lo), std::max(a[axis].hi, b[axis].hi)};
  }
  return both;
}

}  // namespace

BoxSearch::BoxSearch(std::span<const Box> boxes) {
  nodes_.reserve(boxes.size());
  for (std::size_t place = 0; place < boxes.size(); ++place) {
    if (boxes[place].volume() > 0) nodes_.push_back({boxes[place], place, {}});
  }
  build(nodes_);
}

void BoxSearch::build(std::span<Node> nodes) {
  if (nodes.empty()) return;
  Box bounds = nodes.front().box;
  for (const Node& node : nodes) bounds = around(bounds, node.box);
  const int axis = longest_axis(bounds);
  const std::size_t middle = nodes.size() / 2;
  std::nth_element(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(middle), nodes.end(),
                   [axis](const Node& a, const Node& b) { return a.box[axis] < b.box[axis]; });
  nodes[middle].bounds = bounds;
  build(nodes.first(middle));
  build(nodes.subspan(middle + 1));
}

}  // namespace taskfft
