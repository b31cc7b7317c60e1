#pragma once
/// Which of many boxes have elements in common with another one.

#include <cstddef>
#include <span>
#include <vector>

#include "layout/box.hpp"

namespace taskfft {

/// A tree that halves the boxes by where they begin along an axis (Bentley's k-d tree, 1975), each
/// node knowing within which bounds all below it lie. Made in n log(n) steps; boxes that lie apart
/// are found in about log(n) each.
class BoxSearch {
 public:
  explicit BoxSearch(std::span<const Box> boxes);

  /// Calls visit(place in the list, common part), in any order.
  template <class Visit>
  void for_each_common(const Box& other, Visit visit) const {
    visit_below(nodes_, other, visit);
  }

 private:
  struct Node {
    Box box;
    std::size_t place;
    Box bounds;  ///< of this box, and of those before and behind it in its part of the list
  };
  using Nodes = std::span<const Node>;

  static void build(std::span<Node> nodes);

  template <class Visit>
  static void visit_below(Nodes nodes, const Box& other, Visit& visit) {
    if (nodes.empty()) return;
    const std::size_t middle = nodes.size() / 2;
    const Node& node = nodes[middle];
    if (intersect(node.bounds, other).volume() == 0) return;
    const Box common = intersect(node.box, other);
    if (common.volume() > 0) visit(node.place, common);
    visit_below(nodes.first(middle), other, visit);
    visit_below(nodes.subspan(middle + 1), other, visit);
  }

  std::vector<Node> nodes_;  ///< each in the middle of all below it
};

}  // namespace taskfft
