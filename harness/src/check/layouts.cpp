#include "check/layouts.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <tuple>

namespace fftbench {
namespace {

constexpr std::size_t numbers = 3 * Extents::max_dims + 2;  // of a layout, without its dimension

std::size_t dims_of(const Layout& part) {
  return part.box.lo.size();
}

/// Axes of more than one element: only of these the strides tell the order.
std::size_t long_axes(const Layout& part) {
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < dims_of(part); ++axis) count += part.box.extent(axis) > 1;
  return count;
}

/// The axes by stride. Where an axis of one element has the stride of the next slower one, it is
/// the faster of the two.
Extents order_of(const Layout& part) {
  Extents order = Extents::filled(dims_of(part), 0);
  std::iota(order.begin(), order.end(), Index{0});
  const auto slowness = [&](Index axis) {
    const auto a = static_cast<std::size_t>(axis);
    return std::tuple(part.stride[a], part.box.extent(a) > 1);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return slowness(a) > slowness(b); });
  return order;
}

/// Whether the axes of more than one element follow each other in this order.
bool follows(const Layout& part, const Extents& order) {
  Index slower = 0;  // stride of the axis before; 0: none yet
  for (const Index place : order) {
    const auto axis = static_cast<std::size_t>(place);
    if (part.box.extent(axis) < 2) continue;
    if (slower != 0 && part.stride[axis] > slower) return false;
    slower = part.stride[axis];
  }
  return true;
}

/// Whether the step from field to field is shorter than that along any axis.
bool interleaved(const Layout& part) {
  bool shorter = part.field_stride > 0 && long_axes(part) > 0;
  for (std::size_t axis = 0; axis < dims_of(part); ++axis) {
    if (part.box.extent(axis) > 1) shorter = shorter && part.field_stride < part.stride[axis];
  }
  return shorter;
}

bool empty(const Layout& part) {
  return part.box.volume() == 0;
}

/// Whether a rank holds the same indices of both arrays.
bool alike(const Box& input, const Box& output, const Problem& problem) {
  if (input.volume() == 0 || output.volume() == 0) return input.volume() == output.volume();
  const Extents spectrum = problem.spectrum_shape();
  for (std::size_t axis = 0; axis < spectrum.size(); ++axis) {
    const bool whole =
        input.extent(axis) == problem.shape[axis] && output.extent(axis) == spectrum[axis];
    const bool equal = input.lo[axis] == output.lo[axis] && input.hi[axis] == output.hi[axis] &&
                       problem.shape[axis] == spectrum[axis];
    if (!whole && !equal) return false;
  }
  return true;
}

}  // namespace

ArrayLayout array_layout(const std::vector<Layout>& parts) {
  const auto clearest =
      std::max_element(parts.begin(), parts.end(), [](const Layout& a, const Layout& b) {
        return std::pair(!empty(a), long_axes(a)) < std::pair(!empty(b), long_axes(b));
      });
  ArrayLayout array{order_of(*clearest), Extents::filled(dims_of(*clearest), 0),
                    interleaved(*clearest)};
  std::array<std::set<Index>, Extents::max_dims> starts;
  for (const Layout& part : parts) {
    if (empty(part)) continue;
    if (array.order && !follows(part, *array.order)) array.order.reset();
    for (std::size_t axis = 0; axis < dims_of(part); ++axis) starts[axis].insert(part.box.lo[axis]);
  }
  for (std::size_t axis = 0; axis < array.pieces.size(); ++axis) {
    array.pieces[axis] = static_cast<Index>(starts[axis].size());
  }
  return array;
}

Layouts layouts(const std::vector<Layout>& input, const std::vector<Layout>& output,
                const Problem& problem) {
  Layouts both{array_layout(input), array_layout(output)};
  both.same = both.input.order && both.input.order == both.output.order &&
              std::equal(input.begin(), input.end(), output.begin(), output.end(),
                         [&](const Layout& one, const Layout& other) {
                           return alike(one.box, other.box, problem);
                         });
  return both;
}

std::vector<Layout> gather_layouts(const Layout& mine, MPI_Comm comm) {
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  std::array<Index, numbers> sent{};
  const std::size_t dims = dims_of(mine);
  const auto pack = [&](const Extents& extents, std::size_t place) {
    std::copy(extents.begin(), extents.end(),
              sent.begin() + static_cast<std::ptrdiff_t>(place * Extents::max_dims));
  };
  pack(mine.box.lo, 0);
  pack(mine.box.hi, 1);
  pack(mine.stride, 2);
  sent[numbers - 2] = mine.size;
  sent[numbers - 1] = mine.field_stride;
  std::vector<std::array<Index, numbers>> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(sent.data(), numbers, MPI_INT64_T, all.data(), numbers, MPI_INT64_T, comm);
  std::vector<Layout> parts;
  for (const auto& received : all) {
    const auto unpack = [&](std::size_t place) {
      Extents extents = Extents::filled(dims, 0);
      std::copy_n(received.begin() + static_cast<std::ptrdiff_t>(place * Extents::max_dims), dims,
                  extents.begin());
      return extents;
    };
    parts.push_back(
        {{unpack(0), unpack(1)}, unpack(2), received[numbers - 2], received[numbers - 1]});
  }
  return parts;
}

}  // namespace fftbench
