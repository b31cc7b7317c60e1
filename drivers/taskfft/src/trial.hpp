#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include "mpi_support.hpp"

namespace taskfft {

/// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

inline constexpr double kUntried = std::numeric_limits<double>::infinity();

/// Collective: the seconds of a pair of transforms on the slowest rank, the least of several. The
/// first pair warms up and does not count, unless it shows already that `best` is out of reach.
/// From then on pairs are repeated only until they have taken long enough to trust their clock, so
/// that large arrays are transformed twice and small ones more often.
template <class Pair>
double seconds_per_pair(const Communicator& all, double best, Pair pair) {
  constexpr double enough = 0.02;
  constexpr int most = 10;
  constexpr double hopeless = 1.5;  // more than warming up costs, or a disturbance
  double least = kUntried, spent = 0;
  for (int k = 0; k < most && spent < enough; ++k) {
    const Stopwatch watch;
    pair();
    const double seconds = maximum(all, watch.seconds());
    if (seconds > hopeless * best) return std::min(least, seconds);
    if (k == 0) continue;
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

}  // namespace taskfft
