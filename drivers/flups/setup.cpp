#include "setup.hpp"

#include <algorithm>
#include <string>

#include "common/openmp.hpp"

namespace fftbench {

namespace {

Three in_flups_order(const Extents& extents) {
  return {static_cast<int>(extents[2]), static_cast<int>(extents[1]), static_cast<int>(extents[0])};
}

}  // namespace

UniqueTopology make_topology(const Extents& shape, const Extents& grid, int threads,
                             MPI_Comm comm) {
  set_openmp_threads(threads);
  const Three n = in_flups_order(shape), ranks = in_flups_order({grid[0], grid[1], 1});
  return UniqueTopology(
      flups_topo_new(0, 1, n.data(), ranks.data(), false, nullptr, FLUPS_ALIGNMENT, comm));
}

UniqueSolver make_solver(FLUPS_Topology* physical, const std::array<Ends, 3>& ends,
                         const std::array<double, 3>& spacing) {
  // Conditions are given by axis, end and component of the field: here one.
  std::array<std::array<FLUPS_BoundaryType, 2>, 3> conditions;
  std::array<FLUPS_BoundaryType* [2], 3> by_axis {};
  std::array<FLUPS_CenterType, 3> centres{};
  std::array<double, 3> length{};
  for (int d = 0; d < 3; ++d) {
    const auto place = static_cast<std::size_t>(d);
    conditions[place] = ends[place].conditions;
    by_axis[place][0] = &conditions[place][0];
    by_axis[place][1] = &conditions[place][1];
    centres[place] = ends[place].centre;
    const int ends_inside = ends[place].centre == NODE_CENTER ? 1 : 0;
    length[place] = spacing[place] * (flups_topo_get_nglob(physical, d) - ends_inside);
  }
  return UniqueSolver(
      flups_init(physical, by_axis.data(), spacing.data(), length.data(), NOD, centres.data()));
}

Effective told_of(const Request& request, const Extents& grid) {
  auto settings = request.settings.all();
  settings["planner"] = std::string("unknown");
  return {
      .grid = grid, .threads = openmp_threads(), .settings = settings, .visible = {.fft = false}};
}

Part part_of(const FLUPS_Topology* topology, const Extents& shape, const Three& first) {
  Part part{{{Extents::filled(3, 0), Extents::filled(3, 0)}, Extents::filled(3, 0)}};
  Three start{};
  flups_topo_get_istartGlob(topology, start.data());
  const int fastest = flups_topo_get_axis(topology);
  Index stride = 1;
  for (int step = 0; step < 3; ++step) {
    const int d = (fastest + step) % 3;
    const std::size_t axis = axis_of(d);
    const auto place = static_cast<std::size_t>(d);
    const Index lo = start[place] - first[axis], hi = lo + flups_topo_get_nloc(topology, d);
    part.layout.box.lo[axis] = std::clamp<Index>(lo, 0, shape[axis]);
    part.layout.box.hi[axis] = std::clamp<Index>(hi, 0, shape[axis]);
    part.layout.stride[axis] = stride;
    part.begin += (part.layout.box.lo[axis] - lo) * stride;
    stride *= flups_topo_get_nmem(topology, d);
  }
  if (part.layout.box.volume() == 0) part.begin = 0;
  part.layout.size = stride - part.begin;
  return part;
}

}  // namespace fftbench
