#include "lines/visits.hpp"

#include <algorithm>

namespace taskfft {
namespace {

/// The written lines in global indices.
Box box_of(const LinePass& pass, const Segment& segment, Box box, const WrittenLines& lines) {
  box[pass.axis] = segment.line;
  const Index row = box[pass.tile_axis].lo;
  box[pass.tile_axis] = {row + lines.rows.lo, row + lines.rows.hi};
  const Index plane = box[pass.plane_axis].lo + lines.plane;
  box[pass.plane_axis] = {plane, plane + 1};
  return box;
}

/// The axis whose elements lie side by side; of several, as short axes have the same steps as the
/// next one, that with the longest runs.
int run_axis(const Segment& segment, const Box& box, int dims) {
  int axis = -1;
  for (int a = 3 - std::max(dims, 2); a < 3; ++a) {  // the last ones are the problem's
    if (segment.stride[a] != 1) continue;
    if (axis < 0 || box[a].size() > box[axis].size()) axis = a;
  }
  return axis;
}

/// Global indices of the problem. A one-dimensional array's index is the place in it: its internal
/// axes are cut from it in the array's order.
std::array<Index, 3> problem_indices(const Segment& segment, const Triple& at,
                                     const VisitedArray& array) {
  if (array.dims == 1) return {at[1] * segment.stride[1] + at[2] * segment.stride[2]};
  std::array<Index, 3> indices{};
  for (int axis = 0; axis < array.dims; ++axis) {
    indices[axis] = at[array.axes[3 - array.dims + axis]];
  }
  return indices;
}

/// The problem's axis that is this internal one.
int problem_axis(int internal, const VisitedArray& array) {
  if (array.dims == 1) return 0;
  const auto place = std::find(array.axes.begin(), array.axes.end(), internal);
  return static_cast<int>(place - array.axes.begin()) - (3 - array.dims);
}

/// Calls the visitor for lines that are all in one plane.
void visit_plane(const Segment& segment, const Box& box, void* base, const VisitedArray& array,
                 const SpectrumVisitor& visit) {
  if (box.volume() == 0) return;
  const int along = run_axis(segment, box, array.dims);
  const int inner = along == 2 ? 1 : 2;
  const int outer = 3 - along - inner;
  const auto bytes =
      static_cast<Index>(element_bytes(segment.element, real_bytes(array.precision)));
  SpectrumRun run{nullptr,
                  {static_cast<std::size_t>(box[along].size()), array.precision,
                   segment.element == Element::complex},
                  array.field,
                  problem_axis(along, array)};
  Triple at{box[0].lo, box[1].lo, box[2].lo};
  for (at[outer] = box[outer].lo; at[outer] < box[outer].hi; ++at[outer]) {
    for (at[inner] = box[inner].lo; at[inner] < box[inner].hi; ++at[inner]) {
      run.data = static_cast<std::byte*>(base) + position(segment, at) * bytes;
      run.first = problem_indices(segment, at, array);
      visit(run);
    }
  }
}

}  // namespace

void visit_lines(const LinePass& pass, const Segment& segment, const Box& box, void* base,
                 const WrittenLines& lines, const VisitedArray& array,
                 const SpectrumVisitor& visit) {
  const Index each = box[pass.tile_axis].size();
  for (Index row = lines.rows.lo; row < lines.rows.hi;) {
    const Index beyond = row / each;  // planes
    const Range rows{row - beyond * each, std::min(lines.rows.hi - beyond * each, each)};
    const Box seen = box_of(pass, segment, box, {lines.plane + beyond, rows});
    Segment held = segment;
    if (held.lines > 0) held.origin[pass.tile_axis] += rows.lo / held.lines * held.lines;
    visit_plane(held, seen, base, array, visit);
    row += rows.size();
  }
}

}  // namespace taskfft
