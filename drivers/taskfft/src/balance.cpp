#include "balance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace taskfft {
namespace {

/// Standard deviation over mean.
double spread(const std::vector<double>& loads) {
  const auto count = static_cast<double>(loads.size());
  const double mean = std::accumulate(loads.begin(), loads.end(), 0.0) / count;
  if (mean <= 0) return 0;
  double sum = 0;
  for (const double load : loads) sum += (load - mean) * (load - mean);
  return std::sqrt(sum / count) / mean;
}

}  // namespace

std::vector<int> home_workers(const TaskGraph& graph, int workers) {
  std::map<std::pair<TaskKind, int>, double> total, before;  // work, by kind and place
  const auto key = [](const Task& task) { return std::pair(task.kind, task.place); };
  const auto count = static_cast<TaskId>(graph.size());
  for (TaskId id = 0; id < count; ++id) total[key(graph.task(id))] += graph.task(id).work;
  std::vector<int> homes(graph.size(), 0);
  for (TaskId id = 0; id < count; ++id) {
    const Task& task = graph.task(id);
    if (task.work <= 0) continue;
    double& done = before[key(task)];
    const double middle = (done + task.work / 2) / total[key(task)];
    homes[id] = std::min(workers - 1, static_cast<int>(middle * workers));
    done += task.work;
  }
  return homes;
}

int balanced_worker(const std::vector<double>& loads, int preferred, double seconds) {
  constexpr double too_far = 0.25;
  std::vector<double> with = loads;
  with[static_cast<std::size_t>(preferred)] += seconds;
  if (spread(with) <= too_far) return preferred;
  const auto least = std::min_element(loads.begin(), loads.end());
  if (*least >= loads[static_cast<std::size_t>(preferred)]) return preferred;
  return static_cast<int>(least - loads.begin());
}

double moving_seconds(const Task& task) {
  constexpr double latency = 2e-6;            // a contended lock and a cold queue
  constexpr double bandwidth = 8e9;           // bytes per second between caches, one core reading
  constexpr double bytes_of_an_element = 16;  // complex doubles; half of it makes no difference
  return latency + static_cast<double>(task.points) * bytes_of_an_element / bandwidth;
}

}  // namespace taskfft
