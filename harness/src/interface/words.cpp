#include "interface/words.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace fftbench {
namespace {

/// Levenshtein distance, one row at a time.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  if (known.empty()) return "none is known";
  const auto nearest = std::min_element(known.begin(), known.end(),
                                        [&word](const std::string& a, const std::string& b) {
                                          return distance(word, a) < distance(word, b);
                                        });
  if (distance(word, *nearest) <= std::max<std::size_t>(2, word.size() / 3)) {
    return fmt::format("did you mean '{}'?", *nearest);
  }
  return fmt::format("known: {}", fmt::join(known, ", "));
}

}  // namespace fftbench
