#pragma once
/// What plans are made of: FLUPS' topologies and solvers, and where a rank's part lies in them. Its
/// axes 0, 1, 2 are 2, 1, 0 here.

#include <flups.h>
#include <mpi.h>

#include <array>
#include <fftbench/driver.hpp>
#include <memory>

#include "ends.hpp"

namespace fftbench {

using Three = std::array<int, 3>;

/// Which axis FLUPS' axis d is here.
inline std::size_t axis_of(int d) {
  return static_cast<std::size_t>(2 - d);
}

struct FreeTopology {
  void operator()(FLUPS_Topology* topology) const { flups_topo_free(topology); }
};
using UniqueTopology = std::unique_ptr<FLUPS_Topology, FreeTopology>;

struct FreeSolver {
  void operator()(FLUPS_Solver* solver) const { flups_cleanup_solver(solver); }
};
using UniqueSolver = std::unique_ptr<FLUPS_Solver, FreeSolver>;

/// Real numbers on a grid {p, q}, which cuts axis 0 by p and axis 1 by q: the first transform is
/// along axis 2, which is whole. Its loops take so many threads of OpenMP from here on.
UniqueTopology make_topology(const Extents& shape, const Extents& grid, int threads, MPI_Comm comm);

/// `ends` and `spacing`: of FLUPS' axes.
UniqueSolver make_solver(FLUPS_Topology* physical, const std::array<Ends, 3>& ends,
                         const std::array<double, 3>& spacing);

/// What all plans tell. FFTW's effort is that of the build, of which the library does not tell; and
/// it has FFTW transpose what has arrived, too, by plans of no axis (src/chunk_tools.cpp).
Effective told_of(const Request& request, const Extents& grid);

/// A rank's part, and how far behind the start of its memory it begins.
struct Part {
  Layout layout;
  Index begin = 0;
};

/// `first`: the index of FLUPS at which the array of `shape` begins, along each axis. Beyond its
/// end FLUPS may hold more: the mode n of DCT-II and DST-II, which it sets to zero.
Part part_of(const FLUPS_Topology* topology, const Extents& shape, const Three& first);

}  // namespace fftbench
