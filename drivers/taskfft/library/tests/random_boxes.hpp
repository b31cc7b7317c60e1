#pragma once
/// Arrays divided among ranks by chance.

#include <algorithm>
#include <numeric>
#include <vector>

#include "dice.hpp"
#include "taskfft/box_plan.hpp"
#include "taskfft/spectrum.hpp"

namespace taskfft::testing_support {

/// A box in memory of any axis order, with gaps behind its axes, its fields one after the other or
/// interleaved.
inline Layout random_memory(Dice& dice, const Layout& box, int fields) {
  std::vector<Index> padded = box.hi;
  for (Index& hi : padded) hi += dice.between(0, 2) / 2;
  std::vector<int> order(padded.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size(); k > 1; --k) {
    std::swap(order[k - 1], order[static_cast<std::size_t>(dice.roll(k))]);
  }
  Layout layout = make_box(box.lo, padded, order);
  layout.hi = box.hi;
  if (fields > 1 && dice.percent(50)) {
    for (Index& stride : layout.stride) stride *= fields;
    layout.field_stride = 1;
  }
  return layout;
}

/// So many boxes that are an array together: some are cut in two, anywhere, until there are enough.
inline std::vector<Layout> random_boxes(Dice& dice, const std::vector<Index>& extents, int count,
                                        int fields) {
  std::vector<Layout> boxes{make_box(std::vector<Index>(extents.size(), 0), extents)};
  while (static_cast<int>(boxes.size()) < count) {
    Layout& lower = boxes[static_cast<std::size_t>(dice.roll(boxes.size()))];
    Layout upper = lower;
    const auto axis = static_cast<std::size_t>(dice.roll(extents.size()));
    lower.hi[axis] = upper.lo[axis] = dice.between(lower.lo[axis], lower.hi[axis]);
    boxes.push_back(upper);
  }
  for (Layout& box : boxes) box = random_memory(dice, box, fields);
  return boxes;
}

/// The boxes of each rank: one, or any number of them, which may be none. The same on all ranks.
inline std::vector<std::vector<Layout>> random_division(Dice& dice,
                                                        const std::vector<Index>& extents,
                                                        int ranks, int fields) {
  const bool one_each = dice.percent(30);
  const int count = one_each ? ranks : dice.number(1, 6 * ranks);
  std::vector<std::vector<Layout>> division(static_cast<std::size_t>(ranks));
  std::size_t next = 0;
  for (const Layout& box : random_boxes(dice, extents, count, fields)) {
    division[one_each ? next++ : static_cast<std::size_t>(dice.roll(division.size()))].push_back(
        box);
  }
  return division;
}

/// As many on either side, as in place: the rest are empty.
inline void even_out(Boxes& mine) {
  const std::size_t most = std::max(mine.input.size(), mine.output.size());
  if (most == 0) return;
  const std::size_t dims = (mine.input.empty() ? mine.output : mine.input).front().lo.size();
  const std::vector<Index> nowhere(dims, 0);
  mine.input.resize(most, make_box(nowhere, nowhere));
  mine.output.resize(most, make_box(nowhere, nowhere));
}

/// The boxes of one rank.
inline Boxes random_boxes_of(const Problem& problem, std::uint64_t seed, int ranks, int rank) {
  Dice dice(seed);
  const auto place = static_cast<std::size_t>(rank);
  Boxes mine;
  mine.input = random_division(dice, problem.extents, ranks, problem.fields)[place];
  mine.output = random_division(dice, spectrum_extents(problem), ranks, problem.fields)[place];
  if (problem.placement == Placement::in_place) even_out(mine);
  return mine;
}

}  // namespace taskfft::testing_support
