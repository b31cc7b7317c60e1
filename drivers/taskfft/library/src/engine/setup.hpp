#pragma once
/// How a plan does its problem: decided once, by one function, from what was asked for and from
/// facts about ranks and machine.

#include <array>
#include <string>
#include <vector>

#include "layout/route.hpp"
#include "taskfft/effective.hpp"

namespace taskfft {

/// What the decisions need to know of the ranks and their machine. The same on all ranks, except
/// for what is marked as mine.
struct Facts {
  int rank = 0;  ///< mine
  int ranks = 1;
  int ranks_per_node = 1;          ///< the most on any node
  std::vector<int> node_ranks{0};  ///< mine: the ranks of my node, in its order, as ranks of all
  int thread_level = 0;            ///< the lowest level that MPI was started with
  int processors = 0;              ///< the fewest that a rank may use; 0: not known of all
  /// The most elements that MPI would have to count in one call on any rank (see largest_count());
  /// 0 until that is known.
  Index largest_count = 0;
  /// Why the ranks of a node can't share memory, found by trying; empty if they can or have not
  /// tried. Its words may differ between ranks.
  std::string sharing_obstacle = {};
};

/// All that is decided about a plan before there are arrays.
struct Setup {
  Problem problem;
  Options options;  ///< with everything filled in that was left open, except kernel and stores
  std::string decomposition;
  std::vector<std::string> notes;  ///< one for every request not followed to the letter
  Geometry geometry;
  std::array<Neighbours, kComms> neighbours{};  ///< by Comm; empty where nothing is shared
  int node_rank = kNobody;                      ///< mine, where memory is shared
};

/// The arguments must have passed check_arguments(). Needs no MPI.
Setup make_setup(const Problem& problem, const Options& options, const Facts& facts);

}  // namespace taskfft
