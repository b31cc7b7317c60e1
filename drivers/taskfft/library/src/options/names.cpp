#include "taskfft/names.hpp"

#include <string>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

std::string list(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

}  // namespace

void refuse_word(std::string_view word, std::span<const std::string_view> known) {
  throw ArgumentError("'" + std::string(word) + "' is not one of " + list(known));
}

void refuse_number(int number, std::span<const std::string_view> known) {
  throw ArgumentError(std::to_string(number) + " is none of the enumerators " + list(known));
}

}  // namespace taskfft
