#pragma once
/// Words for enumerators, as programs and files write them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace taskfft {

/// The words of an enumeration, in the order of its enumerators. Each stands beside its
/// enumeration.
template <class Enum>
inline constexpr std::array<std::string_view, 0> words{};

template <class... Word>
constexpr std::array<std::string_view, sizeof...(Word)> word_list(Word... word) {
  return {word...};
}

/// Each throws ArgumentError, which lists the words that there are.
[[noreturn]] void refuse_word(std::string_view word, std::span<const std::string_view> known);
[[noreturn]] void refuse_number(int number, std::span<const std::string_view> known);

/// The word of an enumerator. Throws ArgumentError for a number that has none.
template <class Enum>
std::string_view name(Enum value) {
  const auto place = static_cast<std::size_t>(value);
  if (place >= words<Enum>.size()) refuse_number(static_cast<int>(value), words<Enum>);
  return words<Enum>[place];
}

/// The enumerator of a word. Throws ArgumentError for an unknown one.
template <class Enum>
Enum named(std::string_view word) {
  const auto found = std::ranges::find(words<Enum>, word);
  if (found == words<Enum>.end()) refuse_word(word, words<Enum>);
  return static_cast<Enum>(found - words<Enum>.begin());
}

}  // namespace taskfft
