#include "tuning/cost_model.hpp"

#include <algorithm>
#include <cmath>

#include "layout/decomposition.hpp"

namespace taskfft {
namespace {

/// What the first rank exchanges. It holds as much as any rank, and stands for all.
struct Traffic {
  int near = 0;  ///< peers on its node
  int far = 0;   ///< peers on others
  double bytes_each = 0;
};

/// A stage reads and writes every point once, at 10 GB/s a core, and transforms it: 5 operations
/// for each halving of its line (the count that FFTW's benchmarks use for the algorithm of Cooley
/// and Tukey), at 5 Gflop/s a core. Both rates are typical of today's cores.
double stage_seconds(const StageShape& stage, const Geometry& g, const Options& options,
                     double bytes_per_real) {
  constexpr double halving = 1e-9;
  constexpr double bytes_per_second = 1e10;
  double each = static_cast<double>(2 * reals_in(g.element)) * bytes_per_real / bytes_per_second;
  for (const PassShape& pass : stage.passes) {
    if (pass.transform == LineTransform::copy) continue;
    each += std::log2(static_cast<double>(g.extents[pass.axis])) * halving;
  }
  return each * static_cast<double>(stage.box.volume()) / options.threads;
}

Traffic traffic_of(const ExchangeShape& exchange, const StageShape& before, const Geometry& first,
                   const std::vector<Geometry>& ranks, const Machine& machine,
                   double bytes_per_real) {
  Traffic traffic;
  for (int rank = 1; rank < machine.ranks; ++rank) {
    const Geometry& other = ranks[static_cast<std::size_t>(rank)];
    if (part_of(other, exchange.comm) != part_of(first, exchange.comm)) continue;
    (rank < machine.ranks_per_node ? traffic.near : traffic.far) += 1;
  }
  traffic.bytes_each = static_cast<double>(before.box.volume() * reals_in(exchange.element)) *
                       bytes_per_real / ranks_of(first, exchange.comm);
  return traffic;
}

/// Time that an exchange adds. All ranks of a node share its link to the others. Blocks that are
/// read in place cost only their flags. Messages between nodes hide behind the stage that writes
/// them, except for the last group, unless the calls block.
double exchange_seconds(const Traffic& traffic, const Options& options, const Machine& machine,
                        double stage) {
  const auto message = [&](const Link& link, double sharers) {
    return options.message_groups * link.latency +
           traffic.bytes_each * sharers / link.bytes_per_second;
  };
  const double flags = options.message_groups * machine.node.latency;
  const double near =
      traffic.near * (options.exchange == Exchange::shared ? flags : message(machine.node, 1));
  const double far = traffic.far * message(machine.network, machine.ranks_per_node);
  const bool blocking =
      options.exchange == Exchange::alltoallv || options.exchange == Exchange::alltoallw;
  if (blocking) return near + far;
  return near + far - std::min(far, stage) * (1 - 1.0 / options.message_groups);
}

}  // namespace

double predicted_seconds(const Problem& problem, const Options& options, const Machine& machine) {
  std::vector<Geometry> ranks;
  for (int rank = 0; rank < machine.ranks; ++rank) {
    ranks.push_back(make_geometry(problem, options.grid, rank));
  }
  const Geometry& first = ranks.front();
  const Decomposition d = forward_decomposition(first, options.order);
  const auto bytes = static_cast<double>(real_bytes(problem.precision));
  double seconds = 0;
  for (const StageShape& stage : d.stages) {
    const double computing = stage_seconds(stage, first, options, bytes);
    seconds += computing;
    if (!stage.target.is_exchange()) continue;
    const ExchangeShape& exchange = d.exchanges[static_cast<std::size_t>(stage.target.index)];
    const Traffic traffic = traffic_of(exchange, stage, first, ranks, machine, bytes);
    seconds += exchange_seconds(traffic, options, machine, computing);
  }
  return seconds;
}

}  // namespace taskfft
