#pragma once
/// Which boxes of an array each rank has.

#include <span>
#include <vector>

#include "boxes/local_array.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// One of a rank's boxes, by its place in their list.
struct BoxOwner {
  int rank;
  std::size_t box;
};

struct Division {
  std::vector<LocalArray> mine;
  std::vector<Box> boxes;          ///< of all ranks, one rank's after the other's
  std::vector<std::size_t> first;  ///< by rank, of its boxes, and behind them how many there are

  int ranks() const { return static_cast<int>(first.size()) - 1; }
  std::span<const Box> of(int rank) const;
  BoxOwner owner(std::size_t box) const;
};

/// Collective: a number from each rank, and six from each box. Throws ArgumentError on all ranks
/// for more boxes than MPI counts.
Division divide(const Communicator& comm, std::span<const Layout> mine);

}  // namespace taskfft
