#include "boxes/local_array.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "taskfft/box_plan.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// Elements along an axis, and how far apart they are.
using Steps = std::pair<Index, Index>;

/// Elements whose bytes can be counted.
constexpr Index kMost = std::numeric_limits<Index>::max() / 32;

/// Elements from the first to the last one; 0 if two may lie in one place, as where a stride is not
/// larger than all that the smaller ones span, or if they are more than any memory has.
Index span_of(std::vector<Steps> axes) {
  std::erase_if(axes, [](const Steps& axis) { return axis.first == 1; });
  std::sort(axes.begin(), axes.end(),
            [](const Steps& a, const Steps& b) { return a.second < b.second; });
  Index span = 1;
  for (const auto& [count, stride] : axes) {
    if (stride < span || stride > (kMost - span) / (count - 1)) return 0;
    span += (count - 1) * stride;
  }
  return span;
}

/// Without gaps.
std::vector<Index> dense(const Layout& box, const std::vector<int>& slowest_first) {
  const std::size_t dims = box.lo.size();
  std::array<int, 3> axes{0, 1, 2};
  for (std::size_t a = 0; a < dims; ++a) {
    axes[3 - dims + a] = static_cast<int>(3 - dims) + slowest_first[a];
  }
  const Triple stride = dense_strides(local_array(box).box, axes);
  return {stride.end() - static_cast<std::ptrdiff_t>(dims), stride.end()};
}

std::vector<int> axes_in_order(std::size_t dims) {
  std::vector<int> axes(dims);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

bool is_empty(const Layout& layout) {
  return local_array(layout).box.volume() == 0;
}

std::vector<Steps> steps_of(const Layout& layout) {
  std::vector<Steps> axes;
  for (std::size_t a = 0; a < layout.lo.size(); ++a) {
    axes.emplace_back(layout.hi[a] - layout.lo[a], layout.stride[a]);
  }
  return axes;
}

void refuse_unless(bool good, const std::string& message) {
  if (!good) throw ArgumentError(message);
}

}  // namespace

LocalArray local_array(const Layout& layout) {
  LocalArray part{domain_of({}), {1, 1, 1}, layout.field_stride};
  const std::size_t front = 3 - layout.lo.size();
  for (std::size_t a = 0; a < layout.lo.size(); ++a) {
    const auto axis = static_cast<int>(front + a);
    part.box[axis] = {layout.lo[a], layout.hi[a]};
    if (a < layout.stride.size()) part.stride[front + a] = layout.stride[a];
  }
  return part;
}

Box domain_of(const std::vector<Index>& extents) {
  Triple all{1, 1, 1};
  std::copy(extents.rbegin(), extents.rend(), all.rbegin());
  return whole_box(all);
}

std::string text_of(const Box& box, std::size_t dims) {
  std::string text;
  for (auto axis = static_cast<int>(3 - dims); axis < 3; ++axis) {
    text += (text.empty() ? "[" : " x [") + std::to_string(box[axis].lo) + ", " +
            std::to_string(box[axis].hi) + ")";
  }
  return text;
}

Layout make_box(const std::vector<Index>& lo, const std::vector<Index>& hi,
                std::vector<int> slowest_first) {
  const std::vector<int> axes = axes_in_order(lo.size());
  if (slowest_first.empty()) slowest_first = axes;
  refuse_unless(lo.size() == hi.size() && 1 <= lo.size() && lo.size() <= 3,
                "a box has as many lower as upper ends, one to three");
  refuse_unless(
      std::is_permutation(slowest_first.begin(), slowest_first.end(), axes.begin(), axes.end()),
      "the order of a box's axes names each of them once");
  Layout layout;
  layout.lo = lo;
  layout.hi = hi;
  layout.stride = dense(layout, slowest_first);
  return layout;
}

Layout checked_layout(const std::string& whose, Layout layout, const std::vector<Index>& extents,
                      int fields) {
  const std::size_t dims = extents.size();
  refuse_unless(
      layout.lo.size() == dims && layout.hi.size() == dims &&
          (layout.stride.empty() || layout.stride.size() == dims),
      whose + " needs lo and hi, and strides or none, for " + std::to_string(dims) + " axes");
  const Box box = local_array(layout).box;
  for (std::size_t a = 0; a < dims; ++a) {
    refuse_unless(0 <= layout.lo[a] && layout.lo[a] <= layout.hi[a] && layout.hi[a] <= extents[a],
                  whose + " " + text_of(box, dims) + " is not within the array, " +
                      text_of(domain_of(extents), dims));
  }
  refuse_unless(0 <= layout.size && layout.size <= kMost,
                whose + " has a size of " + std::to_string(layout.size) +
                    " elements: give that of the array, or 0 for what the box needs");
  if (layout.stride.empty()) layout.stride = dense(layout, axes_in_order(dims));
  if (is_empty(layout)) return layout;
  std::vector<Steps> axes = steps_of(layout);
  if (layout.field_stride == 0) layout.field_stride = span_of(axes);
  axes.emplace_back(fields, layout.field_stride);
  const Index span = span_of(axes);
  refuse_unless(span > 0, whose + " " + text_of(box, dims) +
                              " has strides by which elements may lie in one place or further "
                              "apart than memory reaches: make each larger than what the smaller "
                              "ones span");
  layout.size = std::max(layout.size, span);
  return layout;
}

}  // namespace taskfft
