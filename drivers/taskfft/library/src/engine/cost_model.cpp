#include "engine/cost_model.hpp"

#include <algorithm>
#include <cmath>

#include "layout/route.hpp"

namespace taskfft {
namespace {

/// What the first rank exchanges. It holds as much as any rank, and stands for all.
struct Traffic {
  int near = 0;  ///< peers on its node
  int far = 0;   ///< peers on others
  double bytes_each = 0;
};

/// Threads that have lines of a stage to transform, a tile of them at least.
double useful_threads(const StageShape& stage, int threads) {
  constexpr Index tile = 16;
  const Index lines =
      stage.box.volume() / std::max<Index>(1, stage.box[stage.passes[0].axis].size());
  return static_cast<double>(std::clamp<Index>(lines / tile, 1, threads));
}

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
  return each * static_cast<double>(stage.box.volume()) / useful_threads(stage, options.threads);
}

/// How much of its lines a stage has work with: where it only copies, what stays on the rank may be
/// where it belongs already.
double part_to_do(const Decomposition& d, const StageShape& stage, const Geometry& g,
                  Packing packing) {
  const bool fused = packing == Packing::fused || packing == Packing::automatic;
  const std::vector<StagePair> beside = stages_beside_exchanges(d);
  const auto left = [&](const End& end, OwnBlock done) {
    if (!end.is_exchange()) return 1.0;
    const auto exchange = static_cast<std::size_t>(end.index);
    if (own_block(d, beside[exchange], fused) != done) return 1.0;
    return 1 - 1.0 / ranks_of(g, d.exchanges[exchange].comm);
  };
  return left(stage.source, OwnBlock::in_target) * left(stage.target, OwnBlock::in_source);
}

Traffic traffic_of(const ExchangeShape& exchange, const StageShape& before, const Geometry& first,
                   const Machine& machine, double bytes_per_real) {
  Traffic traffic;
  const int peers = ranks_of(first, exchange.comm) - 1;
  const auto on_node = [&](int peer) {  // those that are come first
    return peer <= peers && rank_of(first, exchange.comm, peer) < machine.ranks_per_node;
  };
  while (on_node(traffic.near + 1)) ++traffic.near;
  traffic.far = peers - traffic.near;
  traffic.bytes_each =
      static_cast<double>(before.target_box().volume() * reals_in(exchange.element)) *
      bytes_per_real / ranks_of(first, exchange.comm);
  return traffic;
}

/// Every look at the messages under way, one for each that completes, takes MPI some nanoseconds
/// for each that does not (2.5 were measured with Open MPI); and as many are sent as received.
double seconds_of_looking(double messages) {
  constexpr double each = 2.5e-9;
  return each * 2 * messages * 2 * messages / 2;
}

/// All goes through memory of the node, where its ranks meet three times, and as one message from
/// node to node, of which each rank carries its share.
double joined_seconds(const Traffic& traffic, const Machine& machine) {
  const double home = traffic.near + 1;
  const double messages = traffic.far == 0 ? 0 : std::max(1.0, traffic.far / (home * home));
  const double copied = 2 * (traffic.near + traffic.far) * traffic.bytes_each;
  const double sent = traffic.far * machine.ranks_per_node * traffic.bytes_each;
  return 3 * machine.node.latency + copied / machine.node.bytes_per_second +
         messages * machine.network.latency + sent / machine.network.bytes_per_second;
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
  const double looking = seconds_of_looking(traffic.far);
  if (options.exchange == Exchange::joined) return joined_seconds(traffic, machine);
  if (blocking(options.exchange)) return near + far;
  return near + far + looking - std::min(far, stage) * (1 - 1.0 / options.message_groups);
}

/// Whether the ranks of a sub-communicator lie on more nodes than one.
bool leaves_node(const Geometry& g, Comm comm, int ranks, int ranks_per_node) {
  const int last = ranks_of(g, comm) - 1;
  const int reach = rank_of(g, comm, last) - rank_of(g, comm, 0) + 1;
  return last > 0 && ranks > ranks_per_node && ranks_per_node % reach != 0;
}

}  // namespace

Machine typical_machine(int ranks, int ranks_per_node) {
  return {ranks, ranks_per_node, {5e-7, 1e10}, {2e-6, 1e10}};
}

int fitting_groups(const Problem& problem, const Geometry& g, int ranks, int ranks_per_node) {
  // Large enough that its latency is small beside it, small enough that the first leaves early.
  constexpr Index message = 1 << 20;        // bytes
  constexpr Index most_messages = 1 << 12;  // which MPI looks at, one by one, after every task
  Index most = 256;                         // tasks wait for one by one
  Index peers = 0;
  for (const ExchangeShape& exchange : forward_decomposition(g, Order::transposed).exchanges) {
    if (!leaves_node(g, exchange.comm, ranks, ranks_per_node)) continue;
    peers = std::max<Index>(peers, ranks_of(g, exchange.comm));
    if (exchange.group_axis != exchange.split) continue;
    most = std::min(most, share_of(g, exchange, exchange.split, 0).size());  // whole planes
  }
  if (peers == 0) return 1;
  const auto bytes = static_cast<Index>(element_bytes(g.element, real_bytes(problem.precision)));
  const Index groups = g.points() / ranks / peers * bytes / message;
  return static_cast<int>(std::max<Index>(1, std::min({groups, most, most_messages / peers})));
}

double predicted_seconds(const Problem& problem, const Options& options, const Machine& machine) {
  const Geometry first = make_geometry(problem, options.grid, 0);
  const Decomposition d = forward_decomposition(first, options.order);
  const auto bytes = static_cast<double>(real_bytes(problem.precision));
  double seconds = 0;
  for (const StageShape& stage : d.stages) {
    const double computing =
        stage_seconds(stage, first, options, bytes) * part_to_do(d, stage, first, options.packing);
    seconds += computing;
    if (!stage.target.is_exchange()) continue;
    const ExchangeShape& exchange = d.exchanges[static_cast<std::size_t>(stage.target.index)];
    const Traffic traffic = traffic_of(exchange, stage, first, machine, bytes);
    seconds += exchange_seconds(traffic, options, machine, computing);
  }
  return seconds;
}

}  // namespace taskfft
