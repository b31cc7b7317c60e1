#include "boxes/cover.hpp"

#include <algorithm>

#include "boxes/local_array.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// Elements of a part that boxes have which do not overlap.
Index covered(const std::vector<Box>& boxes, const Box& part) {
  Index elements = 0;
  for (const Box& box : boxes) elements += intersect(box, part).volume();
  return elements;
}

/// Moves both ends of a part along an axis as far as no box has any of it.
void grow(Box& part, int axis, const std::vector<Box>& boxes, const Range& domain) {
  Box below = part, above = part;
  below[axis] = {domain.lo, part[axis].lo};
  above[axis] = {part[axis].hi, domain.hi};
  for (const Box& box : boxes) {
    if (intersect(box, below).volume() > 0) below[axis].lo = std::max(below[axis].lo, box[axis].hi);
    if (intersect(box, above).volume() > 0) above[axis].hi = std::min(above[axis].hi, box[axis].lo);
  }
  part[axis] = {below[axis].lo, above[axis].hi};
}

/// A part of the domain that no box has, which do not overlap: halves that lack something, until
/// all is lacking, and from there on in all directions.
Box hole_in(const std::vector<Box>& boxes, const Box& domain) {
  Box part = domain;
  while (covered(boxes, part) > 0) {
    int longest = 0;
    for (int axis = 1; axis < 3; ++axis) {
      if (part[axis].size() > part[longest].size()) longest = axis;
    }
    Box lower = part, upper = part;
    lower[longest].hi = upper[longest].lo = split(part[longest], 2, 0).hi;
    part = covered(boxes, lower) < lower.volume() ? lower : upper;
  }
  for (int axis = 0; axis < 3; ++axis) grow(part, axis, boxes, domain[axis]);
  return part;
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
  static_assert(sizeof(Box) == numbers * sizeof(Index));
  std::vector<Box> all;
  on_all_ranks(comm, "the boxes of all ranks",
               [&] { all.resize(static_cast<std::size_t>(comm.size())); });
  check_mpi(
      MPI_Allgather(&mine, numbers, MPI_INT64_T, all.data(), numbers, MPI_INT64_T, comm.get()),
      "gathering the boxes of all ranks");
  return all;
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
