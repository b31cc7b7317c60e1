#pragma once
/// Choices by chance.

#include <cstdint>
#include <random>

#include "taskfft/names.hpp"
#include "taskfft/problem.hpp"

namespace taskfft::testing_support {

/// The same for the same seed and number, on all ranks.
class Dice {
 public:
  explicit Dice(std::uint64_t seed, std::uint64_t number = 0)
      : engine_(seed * 0x9e3779b97f4a7c15ULL ^ (number + 1) * 0xbf58476d1ce4e5b9ULL) {}

  /// From 0 to sides - 1.
  std::uint64_t roll(std::uint64_t sides) { return engine_() % sides; }
  Index between(Index lo, Index hi) {
    return lo + static_cast<Index>(roll(static_cast<std::uint64_t>(hi - lo + 1)));
  }
  int number(int lo, int hi) { return static_cast<int>(between(lo, hi)); }
  bool percent(int chance) { return roll(100) < static_cast<std::uint64_t>(chance); }
  template <class Enum>
  Enum any() {
    return static_cast<Enum>(roll(words<Enum>.size()));
  }
  template <class List>
  auto of(const List& list) {
    return list[static_cast<std::size_t>(roll(list.size()))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace taskfft::testing_support
