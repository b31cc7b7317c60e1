#pragma once
/// All that a plan makes on one rank of many before it runs, without MPI and without its buffers.

#include <numeric>
#include <vector>

#include "engine/routes.hpp"
#include "exchange/point_to_point.hpp"
#include "graph/schedule.hpp"
#include "lines/pass.hpp"

namespace taskfft {

/// A rank of many, on nodes that are filled one after the other, with as many threads as it wants.
inline Facts facts_of(int rank, int ranks, int ranks_per_node) {
  Facts facts{.rank = rank, .ranks = ranks, .ranks_per_node = ranks_per_node};
  facts.thread_level = MPI_THREAD_FUNNELED;
  facts.node_ranks.resize(static_cast<std::size_t>(ranks_per_node));
  std::iota(facts.node_ranks.begin(), facts.node_ranks.end(), rank - rank % ranks_per_node);
  return facts;
}

/// One direction: its schedule, bound to memory that is never touched.
struct PlannedDirection {
  Route route;
  Schedule schedule;
  std::vector<std::vector<PreparedPass<double>>> passes{};
  std::vector<PointToPoint> messages{};

  PlannedDirection(const Setup& setup, bool forward, Kernels<double>& kernels)
      : route(make_route(setup, forward)),
        schedule(make_schedule(route, setup.options.exchange, setup.problem.placement)) {
    BufferPointers buffers;
    std::uintptr_t address = 0;
    for (void*& buffer : buffers.mine) buffer = reinterpret_cast<void*>(address += 1 << 21);
    buffers.shared.assign(static_cast<std::size_t>(setup.node_rank) + 4096,
                          {buffers.mine[2], buffers.mine[3]});
    const Workspace workspace;
    for (const WorkItem& item : schedule.items) {
      std::vector<PreparedPass<double>>& prepared = passes.emplace_back();
      for (const LinePass& pass : item.passes) {
        prepared.emplace_back(pass, item.box, forward ? -1 : 1, buffers, workspace,
                              LineKernel::lanes, kernels);
      }
    }
    for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
      const PreparedExchange exchange{route, e, buffers, MPI_COMM_NULL, sizeof(double)};
      messages.emplace_back(exchange, setup.options.message_limit, false);
    }
  }
};

/// A plan of a problem in double precision whose lines the lane kernel has. Set up as often as
/// make_engine() does: with counts unknown, with sharing tried, and as it is.
struct PlannedRank {
  Setup setup;
  std::array<std::size_t, kWorkBuffers> bytes;
  Kernels<double> kernels{Effort::estimate};
  PlannedDirection forward;
  PlannedDirection backward;

  PlannedRank(const Problem& problem, const Options& options, Facts facts)
      : setup(settled(problem, options, facts)),
        bytes(buffer_bytes(setup)),
        forward(setup, true, kernels),
        backward(setup, false, kernels) {}

 private:
  static Setup settled(const Problem& problem, const Options& options, Facts& facts) {
    facts.largest_count = largest_count(make_setup(problem, options, facts));
    const Setup wanted = make_setup(problem, options, facts);
    buffer_bytes(wanted);  // is there memory for them?
    if (wanted.options.exchange == Exchange::shared) buffer_bytes(wanted);  // shared ones are made
    return make_setup(problem, options, facts);
  }
};

}  // namespace taskfft
