#pragma once
/// What must leave each node, sent by all ranks at once.

#include <mpi.h>

#include <vector>

#include "ways.hpp"

namespace fftbench::lower_bound {

/// On which node each rank is, and which of the ranks there.
struct Places {
  explicit Places(MPI_Comm comm);
  std::vector<int> node;   ///< by rank, from 0
  std::vector<int> local;  ///< by rank, from 0 on each node
  std::vector<int> ranks;  ///< by node
};

/// Numbers of 8 bytes that one rank sends to another, so that of each rank's `numbers` as large a
/// part leaves for every other node as that node has of all ranks: evenly to all ranks there, or in
/// the fewest messages, to one.
enum class Messages { to_all, to_one };
int numbers_between(const Places& places, Messages how, std::size_t numbers, int from, int to);

/// Each way sends the rank's share from the array at which the direction begins.
std::vector<Way> ways_between_nodes(const Request& request, const Buffers& buffers, MPI_Comm comm);

}  // namespace fftbench::lower_bound
