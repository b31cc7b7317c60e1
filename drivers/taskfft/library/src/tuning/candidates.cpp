#include "tuning/candidates.hpp"

#include <algorithm>
#include <utility>

#include "engine/cost_model.hpp"

namespace taskfft {
namespace {

std::vector<Grid> possible_grids(const Problem& problem, const Options& options, int ranks) {
  if (options.grid != Grid{0, 0, 0}) return {options.grid};
  if (problem.extents.size() < 3) return {{ranks, 1, 0}};
  std::vector<Grid> grids;
  for (int p = ranks; p >= 1; --p) {
    if (ranks % p == 0) grids.push_back({p, ranks / p, 0});
  }
  return grids;
}

std::vector<Exchange> possible_exchanges(const Options& options, const Machine& machine) {
  if (options.exchange != Exchange::automatic) return {options.exchange};
  if (options.packing == Packing::datatypes) {
    return {Exchange::p2p, Exchange::persistent, Exchange::alltoallw};
  }
  if (machine.ranks == 1) return {Exchange::shared};
  std::vector<Exchange> exchanges{Exchange::p2p, Exchange::persistent, Exchange::alltoallv,
                                  Exchange::ialltoallv};
  if (machine.ranks_per_node > 1) exchanges.insert(exchanges.begin(), Exchange::shared);
  const bool between_nodes = machine.ranks > machine.ranks_per_node;
  if (machine.ranks_per_node > 1 && between_nodes) exchanges.push_back(Exchange::joined);
  return exchanges;
}

std::vector<int> possible_groups(const Options& options, const Machine& machine) {
  if (options.message_groups > 0) return {options.message_groups};
  if (machine.ranks == 1 || options.work_memory == WorkMemory::small) return {1};
  return {1, 4, 16, 64, 256};
}

}  // namespace

bool same_exchanges(const Options& a, const Options& b) {
  return a.grid == b.grid && a.exchange == b.exchange && a.message_groups == b.message_groups;
}

std::vector<Options> candidates(const Problem& problem, const Options& options,
                                const Machine& machine) {
  std::vector<std::pair<double, Options>> predicted;
  Options candidate = options;
  for (const Grid& grid : possible_grids(problem, options, machine.ranks)) {
    candidate.grid = grid;
    for (const Exchange exchange : possible_exchanges(options, machine)) {
      candidate.exchange = exchange;
      for (const int number : possible_groups(options, machine)) {
        candidate.message_groups = number;
        predicted.emplace_back(predicted_seconds(problem, candidate, machine), candidate);
      }
    }
  }
  std::stable_sort(predicted.begin(), predicted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Options> sorted;
  for (const auto& [seconds, candidate_options] : predicted) sorted.push_back(candidate_options);
  return sorted;
}

}  // namespace taskfft
