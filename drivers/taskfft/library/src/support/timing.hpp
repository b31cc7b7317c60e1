#pragma once
/// Clocks, and the time of a pair of transforms.

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>

#include "support/mpi_support.hpp"

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

/// Longer than anything takes: the least of no times.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Seconds of pairs of transforms that are enough to trust the clock, and the least of several.
inline constexpr double kTrial = 0.02;
/// A pair that takes so many times as long as another is slower, however the machine is loaded.
inline constexpr double kClearly = 1.2;

/// Collective: the seconds of a pair of transforms on the slowest rank, the least of as many as
/// take `enough` seconds together, and at most ten, all memory having been touched before. What one
/// rank throws is thrown on all.
template <class Pair>
double seconds_per_pair(const Communicator& all, double enough, Pair pair) {
  constexpr int most = 10;
  double least = kNever, spent = 0;
  for (int pairs = 0; pairs < most && spent < enough; ++pairs) {
    const Stopwatch watch;
    std::exception_ptr failure;
    try {
      pair();
    } catch (...) {
      failure = std::current_exception();
    }
    const double seconds = maximum(all, failure ? kNever : watch.seconds());
    if (seconds == kNever) throw_on_all_ranks(all, failure);
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

}  // namespace taskfft
