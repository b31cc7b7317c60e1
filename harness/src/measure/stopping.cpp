#include "measure/stopping.hpp"

#include <algorithm>
#include <cmath>

namespace fftbench {

std::optional<Interval> median_interval(std::span<const double> samples) {
  constexpr std::size_t fewest = 6;
  constexpr double z = 1.959963984540054;  // the normal's 97.5 % quantile
  if (samples.size() < fewest) return std::nullopt;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  // Ranks (from 1) floor((n - z sqrt n) / 2) and ceil(1 + (n + z sqrt n) / 2).
  const auto n = static_cast<double>(sorted.size());
  const double lower = std::floor((n - z * std::sqrt(n)) / 2);
  const double upper = std::ceil(1 + (n + z * std::sqrt(n)) / 2);
  const auto at = [&](double rank) {
    return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, n)) - 1];
  };
  return Interval{at(lower), at(upper)};
}

double median(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

std::string_view name(Stop stop) {
  switch (stop) {
    case Stop::interval:
      return "interval";
    case Stop::repetitions:
      return "repetitions";
    case Stop::seconds:
      return "seconds";
  }
  return "unknown";
}

bool StoppingRule::narrow(std::span<const double> samples) const {
  const auto interval = median_interval(samples);
  return interval && interval->hi - interval->lo <= limits_.relative_width * median(samples);
}

std::optional<Stop> StoppingRule::add(double forward, double backward, double elapsed) {
  forward_.push_back(forward);
  backward_.push_back(backward);
  const auto count = static_cast<int>(forward_.size());
  if (count >= limits_.max_repetitions) return Stop::repetitions;
  if (count < limits_.min_repetitions) return std::nullopt;
  if (narrow(forward_) && narrow(backward_)) return Stop::interval;
  if (elapsed >= limits_.max_seconds) return Stop::seconds;
  return std::nullopt;
}

}  // namespace fftbench
