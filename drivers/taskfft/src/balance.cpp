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

void rebalance(std::vector<double>& loads, std::vector<Assignment>& tasks) {
  constexpr double too_far = 0.25;
  while (spread(loads) > too_far) {
    const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
    const auto loaded = static_cast<int>(most - loads.begin());
    const auto last = std::find_if(tasks.rbegin(), tasks.rend(), [loaded](const Assignment& task) {
      return task.worker == loaded;
    });
    if (last == tasks.rend() || *least + last->seconds >= *most) return;
    *most -= last->seconds;
    *least += last->seconds;
    last->worker = static_cast<int>(least - loads.begin());
  }
}

double moving_seconds(const Task& task) {
  constexpr double latency = 2e-6;            // a contended lock and a cold queue
  constexpr double bandwidth = 8e9;           // bytes per second between caches, one core reading
  constexpr double bytes_of_an_element = 16;  // complex doubles; half of it makes no difference
  return latency + static_cast<double>(task.points) * bytes_of_an_element / bandwidth;
}

}  // namespace taskfft
