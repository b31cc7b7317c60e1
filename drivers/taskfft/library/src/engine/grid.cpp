#include <algorithm>

#include "engine/cost_model.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// The most elements that any rank has in any stage: the box sizes of a pencil grid, rounded up.
Index largest_share(const Geometry& g, int p, int q) {
  const auto part = [](Index n, int parts) { return (n + parts - 1) / parts; };
  const Triple& n = g.extents;
  const Triple& waves = g.spectrum;
  return std::max({part(n[0], p) * part(n[1], q) * waves[2],
                   part(n[0], p) * n[1] * part(waves[2], q),
                   n[0] * part(waves[1], p) * part(waves[2], q)});
}

/// The pencils of three dimensions, and the slab.
std::vector<Grid> possible_grids(int ranks) {
  std::vector<Grid> grids;
  for (int p = 1; p <= ranks; ++p) {
    if (ranks % p == 0) grids.push_back({p, ranks / p, 0});
  }
  return grids;
}

Grid grid_on_nodes(const Problem& problem, int ranks, const Placing& placing) {
  const Machine machine = typical_machine(ranks, placing.ranks_per_node);
  Options options;
  options.exchange = Exchange::shared;
  options.threads = placing.threads;
  Grid best{};
  double least = 0;
  for (const Grid& grid : possible_grids(ranks)) {
    options.grid = grid;
    options.message_groups =
        fitting_groups(problem, make_geometry(problem, grid, 0), ranks, placing.ranks_per_node);
    const double seconds = predicted_seconds(problem, options, machine);
    if (best != Grid{} && seconds >= least) continue;
    best = grid;
    least = seconds;
  }
  return best;
}

/// The least work for the busiest rank; among equals the squarest grid, with the fewest messages.
Grid grid_on_one_node(const Problem& problem, int ranks) {
  const Geometry g = make_geometry(problem, {1, 1, 0}, 0);
  if (ranks <= std::min(g.extents[0], g.spectrum[1])) return {ranks, 1, 0};
  Grid best{ranks, 1, 0};
  Index best_share = largest_share(g, ranks, 1);
  int best_sum = ranks + 1;
  for (const auto& [p, q, r] : possible_grids(ranks)) {
    const Index share = largest_share(g, p, q);
    if (share < best_share || (share == best_share && p + q < best_sum)) {
      best = {p, q, 0};
      best_share = share;
      best_sum = p + q;
    }
  }
  return best;
}

}  // namespace

Grid choose_grid(const Problem& problem, int ranks, const Placing& placing) {
  if (ranks < 1) throw ArgumentError("ranks must be at least 1");
  check_arguments(problem, Options{}, ranks);
  if (problem.extents.size() < 3) return {ranks, 1, 0};
  const bool one_node = placing.ranks_per_node == 0 || placing.ranks_per_node >= ranks;
  return one_node ? grid_on_one_node(problem, ranks) : grid_on_nodes(problem, ranks, placing);
}

}  // namespace taskfft
