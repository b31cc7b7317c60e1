#include "boxes/cover.hpp"

#include <algorithm>

#include "boxes/box_search.hpp"
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
    const int longest = longest_axis(part);
    Box lower = part, upper = part;
    lower[longest].hi = upper[longest].lo = split(part[longest], 2, 0).hi;
    part = covered(boxes, lower) < lower.volume() ? lower : upper;
  }
  for (int axis = 0; axis < 3; ++axis) grow(part, axis, boxes, domain[axis]);
  return part;
}

std::string with_owner(const Division& division, const std::string& end, std::size_t box,
                       std::size_t dims) {
  const BoxOwner owner = division.owner(box);
  return end + " box " + std::to_string(owner.box) + " of rank " + std::to_string(owner.rank) +
         ", " + text_of(division.boxes[box], dims) + ",";
}

/// Each rank looks at its own boxes beside later ones, its own and those of later ranks.
void check_overlap(int rank, const std::string& end, const Division& division, std::size_t dims) {
  const std::size_t first = division.first[static_cast<std::size_t>(rank)];
  const BoxSearch mine(division.of(rank));
  for (std::size_t other = first; other < division.boxes.size(); ++other) {
    mine.for_each_common(division.boxes[other], [&](std::size_t place, const Box& common) {
      if (first + place >= other) return;
      throw ArgumentError(with_owner(division, end, first + place, dims) + " and " +
                          with_owner(division, end, other, dims) + " overlap in " +
                          text_of(common, dims) + ": each element belongs to one box");
    });
  }
}

}  // namespace

void check_cover(const Communicator& comm, const std::string& end, const Division& division,
                 const Box& domain, std::size_t dims) {
  on_all_ranks(comm, "the boxes", [&] { check_overlap(comm.rank(), end, division, dims); });
  Index elements = 0;
  for (const Box& box : division.boxes) elements += box.volume();
  if (elements == domain.volume()) return;
  throw ArgumentError(
      "the " + end + " boxes leave a hole: none of " + std::to_string(division.boxes.size()) +
      " on " + std::to_string(division.ranks()) + " ranks has " +
      text_of(hole_in(division.boxes, domain), dims) + " of " + text_of(domain, dims));
}

}  // namespace taskfft
