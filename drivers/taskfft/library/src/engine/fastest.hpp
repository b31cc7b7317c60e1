#pragma once
/// Who of several is the fastest, by trials.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/timing.hpp"

namespace taskfft {

/// Which of `count` takes the least seconds; of equals, the first. They take three turns, or two
/// where one trial is long, so that what else the machine does meets all of them; who is clearly
/// slower than another has no further turn. `seconds(k, enough)` times the one that k counts for
/// so many seconds, and returns the least of a trial.
template <class Seconds>
std::size_t fastest_by_turns(std::size_t count, Seconds seconds) {
  constexpr int turns = 3, turns_of_long = 2;
  std::vector<double> least(count, kNever);
  const auto best = [&] { return std::min_element(least.begin(), least.end()); };
  for (int turn = 0; turn < turns; ++turn) {
    if (turn >= turns_of_long && *best() >= kTrial) break;
    for (std::size_t k = 0; k < count; ++k) {
      if (turn > 0 && least[k] > kClearly * *best()) continue;
      least[k] = std::min(least[k], seconds(k, kTrial / turns));
    }
  }
  return static_cast<std::size_t>(best() - least.begin());
}

}  // namespace taskfft
