#include "run/balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace taskfft {
namespace {

/// Standard deviation over mean.
double relative_deviation(const std::vector<double>& loads) {
  const auto count = static_cast<double>(loads.size());
  const double mean = std::accumulate(loads.begin(), loads.end(), 0.0) / count;
  if (mean <= 0) return 0;
  double sum = 0;
  for (const double load : loads) sum += (load - mean) * (load - mean);
  return std::sqrt(sum / count) / mean;
}

}  // namespace

int home_worker(const Task& task, int workers) {
  return std::min(workers - 1, static_cast<int>(task.middle * workers));
}

void rebalance(std::vector<double>& loads, std::vector<Assignment>& tasks) {
  constexpr double most_deviation = 0.25;
  while (relative_deviation(loads) > most_deviation) {
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

double moving_seconds(const Task& task, bool near) {
  constexpr double latency = 2e-6;            // a contended lock and a cold queue
  constexpr double bandwidth = 8e9;           // bytes per second between caches, one core reading
  constexpr double far = 2;                   // times as much between cores that share no cache
  constexpr double bytes_of_an_element = 16;  // complex doubles; half of it makes no difference
  const double seconds =
      latency + static_cast<double>(task.points) * bytes_of_an_element / bandwidth;
  return near ? seconds : far * seconds;
}

}  // namespace taskfft
