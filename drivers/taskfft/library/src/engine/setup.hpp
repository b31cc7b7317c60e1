#pragma once

#include <optional>

#include "exchange/shared_buffers.hpp"
#include "layout/decomposition.hpp"
#include "layout/work.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// What all ranks agreed on when the plan was made.
struct Setup {
  Problem problem;
  Effective effective;
  Geometry geometry;
  std::array<Neighbours, kComms> neighbours{};  ///< by Comm; empty where nothing is shared
  int node_rank = kNobody;                      ///< mine, where memory is shared
};

/// The communicators of a plan.
struct Communicators {
  Communicator all;
  Communicator node;                       ///< the ranks that can share memory with this one
  std::array<Communicator, kComms> parts;  ///< by Comm
};

Setup make_setup(const Problem& problem, const Options& options, int rank, int ranks);

/// One direction of the plan that the setup describes.
Route make_route(const Setup& setup, bool forward);

/// Collective: the number of message groups, where that was left open.
void settle_groups(Setup& setup, const Communicators& c);

/// Collective: where a number that MPI counts would exceed the limit, p2p instead of a collective
/// exchange and separate packing instead of datatypes, with a note.
void settle_exchange(Setup& setup, const Communicator& all);

/// Collective: memory for the send buffers that the ranks of a node share; or p2p, with a note why.
std::optional<SharedBuffers> settle_sharing(Setup& setup, const Communicators& c);

}  // namespace taskfft
