#include "measure/measure.hpp"

#include <algorithm>
#include <array>

namespace fftbench {
namespace {

using Pair = std::array<double, 2>;  // forward, backward: seconds on one rank

/// Every rank's times of one repetition, on rank 0; empty elsewhere.
std::vector<Pair> gather(const Pair& mine, const Agreement& ranks) {
  std::vector<Pair> all(ranks.root() ? static_cast<std::size_t>(ranks.size()) : 0);
  MPI_Gather(mine.data(), 2, MPI_DOUBLE, all.data(), 2, MPI_DOUBLE, 0, ranks.comm());
  return all;
}

std::vector<double> direction(const std::vector<Pair>& all, std::size_t which) {
  std::vector<double> seconds;
  for (const Pair& pair : all) seconds.push_back(pair[which]);
  return seconds;
}

void keep(Samples& samples, const std::vector<double>& seconds, bool all_samples) {
  const auto slowest = std::max_element(seconds.begin(), seconds.end());
  samples.max.push_back(*slowest);
  samples.median.push_back(median(seconds));
  samples.min.push_back(*std::min_element(seconds.begin(), seconds.end()));
  samples.slowest_rank.push_back(static_cast<int>(slowest - seconds.begin()));
  if (all_samples) samples.ranks.push_back(seconds);
}

/// One repetition; counts it, and what is done between.
Pair repeat(Plan& plan, const Between& between, Timer& timer, Timed& timed) {
  const auto look = [&](const std::function<void()>& after) {
    const double start = timer.clock().now();
    after();
    timed.between_seconds += timer.clock().now() - start;
  };
  const double forward = timer.time("forward", [&] { plan.forward(); });
  look(between.after_forward);
  const double backward = timer.time("backward", [&] { plan.backward(); });
  look(between.after_backward);
  ++timed.round_trips;
  return {forward, backward};
}

/// Rank 0's decision, on every rank; -1 to go on.
std::optional<Stop> agreed(std::optional<Stop> decision, const Agreement& ranks) {
  int code = decision ? static_cast<int>(*decision) : -1;
  MPI_Bcast(&code, 1, MPI_INT, 0, ranks.comm());
  return code < 0 ? std::nullopt : std::optional(static_cast<Stop>(code));
}

}  // namespace

Timed measure(Plan& plan, const Between& between, int warmup, const Limits& limits,
              bool all_samples, Timer& timer) {
  const Agreement& ranks = timer.ranks();
  Timed timed;
  for (int repetition = 0; repetition < warmup; ++repetition) {
    const auto all = gather(repeat(plan, between, timer, timed), ranks);
    if (!ranks.root()) continue;
    const auto forward = direction(all, 0), backward = direction(all, 1);
    timed.forward.warmup.push_back(*std::max_element(forward.begin(), forward.end()));
    timed.backward.warmup.push_back(*std::max_element(backward.begin(), backward.end()));
  }
  StoppingRule rule(limits);
  const double start = timer.clock().now();
  for (;;) {
    const auto all = gather(repeat(plan, between, timer, timed), ranks);
    std::optional<Stop> decision;
    if (ranks.root()) {
      keep(timed.forward, direction(all, 0), all_samples);
      keep(timed.backward, direction(all, 1), all_samples);
      decision = rule.add(timed.forward.max.back(), timed.backward.max.back(),
                          timer.clock().now() - start);
    }
    if (const auto stop = agreed(decision, ranks)) {
      timed.stopped_by = *stop;
      return timed;
    }
  }
}

}  // namespace fftbench
