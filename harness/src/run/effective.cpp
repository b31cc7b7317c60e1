#include "run/effective.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "support/over_ranks.hpp"

namespace fftbench {
namespace {

Index rounded_up(Index number, Index by) {
  return (number + by - 1) / by;
}

/// The caller, the others, and the ended ones as if they were one.
std::vector<double> all(const ThreadUse& use) {
  std::vector<double> seconds = use.others;
  seconds.push_back(use.caller);
  seconds.push_back(use.ended);
  return seconds;
}

/// Whether there is enough to judge by: clocks and schedulers go in steps.
bool long_enough(const ThreadUse& use) {
  const std::vector<double> seconds = all(use);
  return std::accumulate(seconds.begin(), seconds.end(), 0.0) >= 0.02;
}

}  // namespace

std::optional<std::string> contradiction(const Extents& grid, const ArrayLayout& input,
                                         const Extents& shape) {
  bool possible = true;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const Index ranks = axis < grid.size() ? grid[axis] : 1, points = shape[axis];
    const Index fewest = ranks < 1 ? 1 : rounded_up(points, rounded_up(points, ranks));
    possible = possible && fewest <= input.pieces[axis] && input.pieces[axis] <= ranks;
  }
  if (possible) return std::nullopt;
  return fmt::format("the library tells of the grid {}, but the input lies in {} pieces",
                     grid.text(), input.pieces.text());
}

std::optional<std::string> more_than_asked(int told, int asked) {
  if (told <= asked) return std::nullopt;
  return fmt::format("the library tells of {} threads a rank, of {} that it may use", told, asked);
}

double busy_threads(const ThreadUse& use) {
  double sum = 0.0, squares = 0.0;
  for (const double seconds : all(use)) {
    sum += seconds;
    squares += seconds * seconds;
  }
  return squares > 0.0 ? sum * sum / squares : 0.0;
}

double threads_at_once(const ThreadUse& use) {
  double seconds = use.caller + use.ended;
  for (const double each : use.others) seconds += std::min(each, use.inside);
  return use.inside > 0.0 ? seconds / use.inside : 0.0;
}

std::optional<int> working_threads(const ThreadUse& use) {
  std::vector<double> seconds = all(use);
  const double least = 0.05 * *std::max_element(seconds.begin(), seconds.end());
  if (use.ended > least) return std::nullopt;
  return static_cast<int>(
      std::count_if(seconds.begin(), seconds.end(), [&](double each) { return each > least; }));
}

std::optional<std::string> too_many_threads(const ThreadUse& use, int told, MPI_Comm comm) {
  const double mine = std::max(busy_threads(use), threads_at_once(use));
  const double busy = most_of_ranks(long_enough(use) ? mine : 0.0, comm);
  if (busy <= told + 0.5) return std::nullopt;
  return fmt::format("the library tells of {} threads a rank, but {:.1f} were busy", told, busy);
}

std::optional<Warning> idle_threads(const ThreadUse& use, int told, MPI_Comm comm) {
  const std::optional<int> mine = long_enough(use) ? working_threads(use) : std::nullopt;
  const double working = most_of_ranks(mine.value_or(told), comm);
  if (working >= told) return std::nullopt;
  return Warning{"idle_threads", fmt::format("the library tells of {} threads a rank, but not more "
                                             "than {:.0f} worked",
                                             told, working)};
}

ThreadMeter::ThreadMeter(std::set<int> strangers, std::set<int> helpers)
    : strangers_(std::move(strangers)), helpers_(std::move(helpers)), start_(thread_seconds()) {
  strangers_.insert(this_thread());
}

ThreadUse ThreadMeter::use(const CpuSeconds& calls, double inside) const {
  ThreadUse use;
  use.inside = inside;
  use.caller = calls.thread;
  double known = calls.thread;
  for (const auto& [thread, seconds] : thread_seconds()) {
    const auto before = start_.find(thread);
    const double spent = seconds - (before == start_.end() ? 0.0 : before->second);
    if (thread == this_thread() || helpers_.contains(thread)) continue;
    known += spent;
    if (!strangers_.contains(thread)) use.others.push_back(spent);
  }
  use.ended = std::max(calls.process - known, 0.0);
  return use;
}

}  // namespace fftbench
