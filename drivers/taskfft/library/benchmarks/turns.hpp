#pragma once
/// What the benchmarks share: two contestants who take turns, what many rounds of it say, and
/// numbers as arguments.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace taskfft {

/// Whoever comes first changes from round to round: processors may be in another state by then.
template <class First, class Second>
void take_turns(int rounds, First first, Second second) {
  for (int round = 0; round < rounds; ++round) {
    if (round % 2 == 0) {
      first();
      second();
    } else {
      second();
      first();
    }
  }
}

struct Median {
  double value;
  double low, high;  ///< its 95 % interval, whatever the distribution
};

/// The number of ways to choose k of n over 2^n.
inline double binomial(std::size_t n, std::size_t k) {
  const auto log_factorial = [](std::size_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  return std::exp(log_factorial(n) - log_factorial(k) - log_factorial(n - k) -
                  static_cast<double>(n) * std::log(2.0));
}

/// Of at least one value. The interval is that of order statistics (David and Nagaraja, Order
/// Statistics, section 7.1): how many of n values lie below the median is binomial. Of fewer than
/// six values it is their range, which holds the median less often.
inline Median median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  std::size_t outside = 0;  // values on either side of the interval
  double chance = binomial(n, 0);
  while (2 * (chance + binomial(n, outside + 1)) <= 0.05) chance += binomial(n, ++outside);
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values[outside], values[n - 1 - outside]};
}

/// The number that a program was given in this place, 0 where it was given none.
inline int argument(int argc, char** argv, int place, int otherwise) {
  return argc > place ? std::atoi(argv[place]) : otherwise;
}

}  // namespace taskfft
