#include "boxes/cover.hpp"

#include <algorithm>

#include "boxes/local_array.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// What is left of a box without another one: cut off on either side, axis by axis.
void append_rest(std::vector<Box>& rest, Box box, const Box& without) {
  const Box common = intersect(box, without);
  if (common.volume() == 0) {
    rest.push_back(box);
    return;
  }
  for (int axis = 0; axis < 3; ++axis) {
    Box below = box, above = box;
    below[axis].hi = common[axis].lo;
    above[axis].lo = common[axis].hi;
    for (const Box& part : {below, above}) {
      if (part.volume() > 0) rest.push_back(part);
    }
    box[axis] = common[axis];
  }
}

/// A part of the domain that no box has.
Box hole_in(const std::vector<Box>& boxes, const Box& domain) {
  std::vector<Box> rest{domain};
  for (const Box& box : boxes) {
    std::vector<Box> smaller;
    for (const Box& part : rest) append_rest(smaller, part, box);
    rest = std::move(smaller);
  }
  return rest.front();
}

/// Each rank looks at its own box beside those of later ranks.
void check_overlap(int rank, const std::string& end, const std::vector<Box>& boxes,
                   std::size_t dims) {
  const Box& mine = boxes[static_cast<std::size_t>(rank)];
  for (auto other = static_cast<std::size_t>(rank) + 1; other < boxes.size(); ++other) {
    const Box common = intersect(mine, boxes[other]);
    if (common.volume() == 0) continue;
    throw ArgumentError("the " + end + " boxes of rank " + std::to_string(rank) + ", " +
                        text_of(mine, dims) + ", and rank " + std::to_string(other) + ", " +
                        text_of(boxes[other], dims) + ", overlap in " + text_of(common, dims) +
                        ": each element belongs to one rank");
  }
}

}  // namespace

std::vector<Box> boxes_of_all(const Communicator& comm, const Box& mine) {
  constexpr int numbers = 6;
  std::array<Index, numbers> sent{};
  for (int a = 0; a < 3; ++a) {
    sent[static_cast<std::size_t>(2 * a)] = mine[a].lo;
    sent[static_cast<std::size_t>(2 * a + 1)] = mine[a].hi;
  }
  std::vector<std::array<Index, numbers>> all(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Allgather(sent.data(), numbers, MPI_INT64_T, all.data(), numbers, MPI_INT64_T,
                          comm.get()),
            "gathering the boxes of all ranks");
  std::vector<Box> boxes;
  for (const auto& [lo0, hi0, lo1, hi1, lo2, hi2] : all) {
    boxes.push_back({{Range{lo0, hi0}, {lo1, hi1}, {lo2, hi2}}});
  }
  return boxes;
}

void check_cover(const Communicator& comm, const std::string& end, const std::vector<Box>& boxes,
                 const Box& domain, std::size_t dims) {
  on_all_ranks(comm, "the boxes", [&] { check_overlap(comm.rank(), end, boxes, dims); });
  Index elements = 0;
  for (const Box& box : boxes) elements += box.volume();
  if (elements == domain.volume()) return;
  throw ArgumentError("the " + end + " boxes leave a hole: no rank of " +
                      std::to_string(boxes.size()) + " has " +
                      text_of(hole_in(boxes, domain), dims) + " of " + text_of(domain, dims));
}

}  // namespace taskfft
