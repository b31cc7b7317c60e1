#include "lanes/passes.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace taskfft {
namespace {

/// How many, and then their sum: each pass reads and writes all points, and of as many those with
/// the smaller butterflies are faster.
std::pair<std::size_t, int> cost(const std::vector<int>& radices) {
  return {radices.size(), std::accumulate(radices.begin(), radices.end(), 0)};
}

void keep_cheaper(std::vector<int>& best, int first, std::vector<int> rest) {
  rest.insert(rest.begin(), first);
  if (best.empty() || cost(rest) < cost(best)) best = std::move(rest);
}

}  // namespace

std::vector<int> cheapest_passes(std::span<const int> radices, Index points) {
  std::vector<int> best;
  for (; !radices.empty(); radices = radices.subspan(1)) {
    const int radix = radices.front();
    if (points % radix != 0) continue;
    std::vector<int> rest = cheapest_passes(radices, points / radix);
    if (!rest.empty() || points == radix) keep_cheaper(best, radix, std::move(rest));
  }
  return best;
}

std::vector<int> cheapest_row_passes(std::span<const int> radices, Index points, int together) {
  std::vector<int> best;
  for (const int radix : radices) {
    if (radix % together != 0 || points % radix != 0 || points / radix < together) continue;
    std::vector<int> rest = cheapest_passes(radices, points / radix);
    if (!rest.empty()) keep_cheaper(best, radix, std::move(rest));
  }
  return best;
}

template <class Real>
void append_root(Real*& to, Index k, Index n) {
  const long double angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(k % n) /
                            static_cast<long double>(n);
  *to++ = static_cast<Real>(std::cos(angle));
  *to++ = static_cast<Real>(std::sin(angle));
}

template <class Real>
void append_roots(Real*& to, int radix, Index n) {
  for (Index p = 0; p < n / radix; ++p) {
    for (Index j = 1; j < radix; ++j) append_root(to, j * p, n);
  }
}

template void append_root<double>(double*& to, Index k, Index n);
template void append_root<float>(float*& to, Index k, Index n);
template void append_roots<double>(double*& to, int radix, Index n);
template void append_roots<float>(float*& to, int radix, Index n);

}  // namespace taskfft
