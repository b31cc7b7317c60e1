#pragma once
/// Values of options as text, and back.

#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <type_traits>

#include "taskfft/error.hpp"
#include "taskfft/options.hpp"

namespace taskfft {

/// 256x256x256
template <class Numbers>
std::string sizes(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) text += (text.empty() ? "" : "x") + std::to_string(number);
  return text;
}

inline std::string text_of(const Grid& grid) {
  return sizes(grid);
}
inline std::string text_of(const std::string& text) {
  return text;
}
inline std::string text_of(bool value) {
  return value ? "true" : "false";
}
/// As short as it can be to be read as the same number, in whatever locale.
inline std::string text_of(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}
template <class Value>
std::string text_of(Value value) {
  if constexpr (std::is_enum_v<Value>) {
    return std::string(name(value));
  } else {
    return std::to_string(value);
  }
}

// The opposite. Each throws ArgumentError for a text that has no such value.

inline void read(std::string_view text, std::string& value) {
  value = text;
}
void read(std::string_view text, bool& value);
void read(std::string_view text, Grid& value);
template <class Value>
void read(std::string_view text, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    value = named<Value>(text);
  } else {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) {
      throw ArgumentError("'" + std::string(text) + "' is not a number that fits");
    }
  }
}

}  // namespace taskfft
