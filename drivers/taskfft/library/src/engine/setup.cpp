#include "engine/setup.hpp"

#include <mpi.h>

#include <algorithm>

#include "engine/cost_model.hpp"
#include "taskfft/arguments.hpp"

namespace taskfft {
namespace {

using Notes = std::vector<std::string>;

/// How blocks come from one rank to another.
struct Transport {
  Exchange exchange;
  Packing packing;
};

/// As asked for; if exchange or packing is open, it suits the other.
Transport wanted_transport(const Options& options) {
  Transport wanted{options.exchange, options.packing};
  if (wanted.packing == Packing::automatic) {
    const bool typed = wanted.exchange == Exchange::alltoallw;
    wanted.packing = typed ? Packing::datatypes : Packing::fused;
  }
  if (wanted.exchange == Exchange::automatic) {
    const bool typed = wanted.packing == Packing::datatypes;
    wanted.exchange = typed ? Exchange::p2p : Exchange::shared;
  }
  return wanted;
}

/// What small work memory needs and this plan lacks; empty if nothing.
std::string missing_for_small_work(const Geometry& g, const Options& options, Packing packing) {
  if (g.dims < 3) return "arrays of three dimensions";
  if (g.truncated()) return "whole spectra";
  if (g.reordered()) return "r2c along the last axis";
  if (g.depth > 1) return "slabs and pencils";
  if (options.order != Order::transposed) return "order transposed";
  if (packing != Packing::fused) return "packing fused";
  if (options.scheduler == Scheduler::fork_join) return "schedulers other than fork_join";
  return "";
}

/// What round trips in one need and this plan lacks; empty if nothing.
std::string missing_for_round_trips(const Geometry& g, Packing packing) {
  if (g.dims < 3) return "arrays of three dimensions";
  if (g.small_work) return "work_memory full";
  if (packing != Packing::fused) return "packing fused";
  return "";
}

/// Whether nothing is missing for an option; else notes what it is for, and what is done instead.
bool can_have(const std::string& option, const std::string& missing, const std::string& instead,
              Notes& notes) {
  if (missing.empty()) return true;
  notes.push_back(option + " is for " + missing + ": " + instead);
  return false;
}

int group_count(const Problem& problem, const Options& options, const Geometry& g,
                Exchange exchange, const Facts& facts, Notes& notes) {
  if (g.small_work) {
    if (options.message_groups > 1) {
      notes.push_back(
          "with work_memory small the pieces of an exchange are its messages: message_groups is 1");
    }
    return 1;
  }
  if (options.message_groups > 0) return options.message_groups;
  return blocking(exchange) ? 1 : fitting_groups(problem, g, facts.ranks, facts.ranks_per_node);
}

int threads_allowed(const Options& options, int thread_level, Notes& notes) {
  if (options.threads == 1 || thread_level >= MPI_THREAD_FUNNELED) return options.threads;
  notes.push_back(
      "threads " + std::to_string(options.threads) +
      " needs MPI_Init_thread with MPI_THREAD_FUNNELED or more: 1 thread is used instead");
  return 1;
}

void note_few_processors(int threads, int processors, Notes& notes) {
  if (processors == 0 || threads <= processors) return;
  notes.push_back("threads " + std::to_string(threads) + " take turns on " +
                  std::to_string(processors) +
                  (processors == 1 ? " processor, all" : " processors, all") +
                  " that a rank may use: have the launcher give each rank as many (Open MPI: "
                  "--bind-to none, or --map-by slot:PE=" +
                  std::to_string(threads) + ")");
}

int chunk_count(const Options& options, int threads, int groups) {
  if (options.chunks > 0) return options.chunks;
  constexpr int each = 4;  // enough for loads to be evened out, few enough to stay large
  return threads == 1 ? 1 : (each * threads + groups - 1) / groups;
}

/// Why the ranks of a node can't read each other's buffers; empty if they can.
std::string sharing_obstacle(const Facts& facts) {
  const bool alone = facts.ranks > 1 && facts.ranks_per_node == 1;
  return alone ? "every rank is on a node of its own" : facts.sharing_obstacle;
}

/// The wanted transport, or another one where MPI's counts or the node's memory do not allow it.
Transport possible_transport(Transport wanted, Index message_limit, const Facts& facts,
                             Notes& notes) {
  Transport possible = wanted;
  if (facts.largest_count > message_limit) {
    const bool typed = wanted.packing == Packing::datatypes;
    std::string instead = typed ? "separate packing" : "p2p in pieces";
    if (typed && collective(wanted.exchange)) instead += " and p2p";
    notes.push_back((typed ? "packing by datatypes would need blocks of up to "
                           : "a collective exchange would need counts or displacements up to ") +
                    std::to_string(facts.largest_count) + ", beyond message_limit: " + instead +
                    " is used instead");
    if (typed) possible.packing = Packing::separate;
    if (collective(wanted.exchange)) possible.exchange = Exchange::p2p;
  }
  const std::string obstacle = sharing_obstacle(facts);
  if (shares_memory(wanted.exchange) && !obstacle.empty()) {
    notes.push_back("exchange " + std::string(name(wanted.exchange)) +
                    " is not possible, p2p is used instead: " + obstacle);
    possible.exchange = Exchange::p2p;
  }
  return possible;
}

/// By Comm, the ranks of my sub-communicators as ranks of my node.
std::array<Neighbours, kComms> neighbours_on_node(const Problem& problem, const Grid& grid,
                                                  const Geometry& mine, const Facts& facts) {
  std::array<Neighbours, kComms> all;
  for (const Comm comm : {Comm::column, Comm::row, Comm::depth}) {
    all[static_cast<std::size_t>(comm)].resize(static_cast<std::size_t>(ranks_of(mine, comm)),
                                               kNobody);
  }
  for (std::size_t k = 0; k < facts.node_ranks.size(); ++k) {
    const Geometry theirs = make_geometry(problem, grid, facts.node_ranks[k]);
    for (const Comm comm : {Comm::column, Comm::row, Comm::depth}) {
      if (part_of(theirs, comm) != part_of(mine, comm)) continue;
      all[static_cast<std::size_t>(comm)][static_cast<std::size_t>(rank_in(theirs, comm))] =
          static_cast<int>(k);
    }
  }
  return all;
}

int my_node_rank(const Facts& facts) {
  const auto me = std::find(facts.node_ranks.begin(), facts.node_ranks.end(), facts.rank);
  return static_cast<int>(me - facts.node_ranks.begin());
}

std::string decomposition_name(const Geometry& g, const Grid& grid) {
  if (grid[2] > 0) return "brick";
  return g.slab() ? "slab" : "pencil";
}

}  // namespace

Setup make_setup(const Problem& problem, const Options& options, const Facts& facts) {
  Notes notes;
  Options chosen = options;
  const Transport wanted = wanted_transport(options);
  const bool open = options.grid == Grid{0, 0, 0};
  chosen.grid = open ? choose_grid(problem, facts.ranks, {facts.ranks_per_node, options.threads})
                     : options.grid;
  Geometry geometry = make_geometry(problem, chosen.grid, facts.rank);
  geometry.small_work =
      options.work_memory == WorkMemory::small &&
      can_have("work_memory small", missing_for_small_work(geometry, options, wanted.packing),
               "full is used instead", notes);
  if (wanted.packing == Packing::fused && !geometry.small_work) {
    geometry.fastest_axis = best_fastest_axis(geometry);
  }
  chosen.work_memory = geometry.small_work ? WorkMemory::small : WorkMemory::full;
  chosen.message_groups = group_count(problem, options, geometry, wanted.exchange, facts, notes);
  chosen.threads = threads_allowed(options, facts.thread_level, notes);
  note_few_processors(chosen.threads, facts.processors, notes);
  chosen.chunks = chunk_count(options, chosen.threads, chosen.message_groups);
  const Transport possible = possible_transport(wanted, options.message_limit, facts, notes);
  chosen.exchange = possible.exchange;
  chosen.packing = possible.packing;
  chosen.round_trips = options.round_trips &&
                       can_have("round_trips", missing_for_round_trips(geometry, chosen.packing),
                                "a round trip is forward and then backward instead", notes);
  Setup setup{problem, chosen, decomposition_name(geometry, chosen.grid), notes, geometry};
  if (chosen.exchange == Exchange::shared) {
    setup.neighbours = neighbours_on_node(problem, chosen.grid, geometry, facts);
    setup.node_rank = my_node_rank(facts);
  }
  return setup;
}

}  // namespace taskfft
