#include <algorithm>

#include "layout/line_transform.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

Index spectrum_last(const Problem& problem) {
  const Index last = problem.extents.back();
  return axis_kinds(problem).back() == Transform::r2c ? last / 2 + 1 : last;
}

/// The most elements that any rank has in any stage: the box sizes of a pencil grid, rounded up.
Index largest_share(const Problem& problem, int p, int q) {
  const auto part = [](Index n, int parts) { return (n + parts - 1) / parts; };
  const Index n0 = problem.extents[0];
  const Index n1 = problem.extents[1];
  const Index n2 = spectrum_last(problem);
  return std::max({part(n0, p) * part(n1, q) * n2, part(n0, p) * n1 * part(n2, q),
                   n0 * part(n1, p) * part(n2, q)});
}

}  // namespace

Grid choose_grid(const Problem& problem, int ranks) {
  if (ranks < 1) throw ArgumentError("ranks must be at least 1");
  check_arguments(problem, Options{}, ranks);
  if (problem.extents.size() < 3) return {ranks, 1, 0};
  if (ranks <= std::min(problem.extents[0], problem.extents[1])) return {ranks, 1, 0};
  // The least work for the busiest rank; among equals the squarest grid, with the fewest messages.
  Grid best{ranks, 1, 0};
  Index best_share = largest_share(problem, ranks, 1);
  int best_sum = ranks + 1;
  for (int p = 1; p <= ranks; ++p) {
    if (ranks % p != 0) continue;
    const int q = ranks / p;
    const Index share = largest_share(problem, p, q);
    if (share < best_share || (share == best_share && p + q < best_sum)) {
      best = {p, q, 0};
      best_share = share;
      best_sum = p + q;
    }
  }
  return best;
}

}  // namespace taskfft
