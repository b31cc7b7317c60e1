#include "support/clock.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace fftbench {

double SteadyClock::now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double resolution(Clock& clock) {
  double smallest = std::numeric_limits<double>::max();
  for (int attempt = 0; attempt < 100; ++attempt) {
    const double before = clock.now();
    double after = before;
    while (after == before) after = clock.now();
    smallest = std::min(smallest, after - before);
  }
  return smallest;
}

}  // namespace fftbench
