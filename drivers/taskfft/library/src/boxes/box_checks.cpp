#include "boxes/box_checks.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "boxes/local_array.hpp"
#include "engine/array_checks.hpp"
#include "taskfft/spectrum.hpp"

namespace taskfft {
namespace {

void complete(std::vector<Layout>& boxes, const std::string& whose,
              const std::vector<Index>& extents, int fields) {
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    boxes[k] = checked_layout(whose + " box " + std::to_string(k), boxes[k], extents, fields);
  }
}

/// In place, the two boxes of a pair have one array, which is large enough for either.
void pair_up(const std::string& rank, const Problem& problem, Boxes& boxes) {
  if (boxes.input.size() != boxes.output.size()) {
    throw ArgumentError(rank + ": " + std::to_string(boxes.input.size()) + " input boxes and " +
                        std::to_string(boxes.output.size()) +
                        " output boxes, but the problem is in place, where each of the output has "
                        "the array of one of the input: give as many of both, empty ones too, or "
                        "ask for Placement::out_of_place");
  }
  for (std::size_t k = 0; k < boxes.input.size(); ++k) {
    Layouts pair{boxes.input[k], boxes.output[k]};
    enlarge(pair, input_element(problem), output_element(problem), problem.placement, 0);
    boxes.input[k] = pair.input;
    boxes.output[k] = pair.output;
  }
}

void check_end(const std::string& caller, const std::string& end, const Problem& problem,
               Element element, const std::vector<Layout>& boxes, const PassedArrays& arrays) {
  const std::string given = caller + " was given ";
  if (arrays.addresses.size() != boxes.size()) {
    throw ArgumentError(given + std::to_string(arrays.addresses.size()) + " arrays for " +
                        std::to_string(boxes.size()) + " " + end +
                        " boxes: pass one for each box of the rank, in their order");
  }
  std::vector<const void*> places;
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const std::string array = given + "an array for " + end + " box " + std::to_string(k);
    if (arrays.types[k]) check_type(array, problem, element, boxes[k], *arrays.types[k]);
    if (local_array(boxes[k]).box.volume() > 0) places.push_back(arrays.addresses[k]);
  }
  std::sort(places.begin(), places.end());
  if (std::adjacent_find(places.begin(), places.end()) != places.end()) {
    throw ArgumentError(given + "one address for two of the " + end +
                        " boxes: their first elements lie in one place");
  }
}

}  // namespace

Boxes checked_boxes(const Communicator& comm, const Problem& problem, const Boxes& mine) {
  Boxes boxes;
  on_all_ranks(comm, "the boxes", [&] {
    const std::string rank = "rank " + std::to_string(comm.rank());
    boxes = mine;
    complete(boxes.input, rank + ": input", problem.extents, problem.fields);
    complete(boxes.output, rank + ": output", spectrum_extents(problem), problem.fields);
    if (problem.placement == Placement::in_place) pair_up(rank, problem, boxes);
  });
  return boxes;
}

bool same_array(std::span<const Layout> boxes, const Layout& plans, int fields) {
  if (boxes.size() != 1) return boxes.empty() && plans.size == 0;
  const Layout& box = boxes.front();
  if (box.size < plans.size) return false;
  if (local_array(box).box.volume() == 0) return local_array(plans).box.volume() == 0;
  return box.lo == plans.lo && box.hi == plans.hi && box.stride == plans.stride &&
         (fields == 1 || box.field_stride == plans.field_stride);
}

void check_box_arrays(const char* caller, const Problem& problem, const Boxes& boxes,
                      const PassedArrays& in, const PassedArrays& out) {
  check_end(caller, "input", problem, input_element(problem), boxes.input, in);
  check_end(caller, "output", problem, output_element(problem), boxes.output, out);
  check_arrays(caller, problem, {boxes.input, in.addresses}, {boxes.output, out.addresses});
}

}  // namespace taskfft
