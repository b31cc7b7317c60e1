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

/// Collective: the seconds of a pair of transforms on the slowest rank, the least of several, all
/// memory having been touched before. Pairs are repeated until they have taken long enough to trust
/// the clock, and large ones once more unless the first is clearly slower than `best`. What one
/// rank throws is thrown on all.
template <class Pair>
double seconds_per_pair(const Communicator& all, double best, Pair pair) {
  constexpr double enough = 0.02;
  constexpr int most = 10;
  constexpr double clearly = 1.2;
  double least = kNever, spent = 0;
  for (int pairs = 0; pairs < most; ++pairs) {
    if (spent >= enough && (pairs > 1 || least > clearly * best)) break;
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
