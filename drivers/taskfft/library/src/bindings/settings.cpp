#include "bindings/settings.hpp"

#include <optional>
#include <string>
#include <type_traits>

#include "options/text.hpp"

namespace taskfft {
namespace {

/// One value for each axis.
template <class Value>
void read_axes(std::string_view text, char separator, std::vector<Value>& values) {
  values.clear();
  for (;;) {
    const std::size_t end = text.find(separator);
    read(text.substr(0, end), values.emplace_back());
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

bool read_problem(std::string_view name, std::string_view value, Problem& problem) {
  if (name == "transform") {
    read(value, problem.transform);
  } else if (name == "precision") {
    read(value, problem.precision);
  } else if (name == "placement") {
    read(value, problem.placement);
  } else if (name == "kinds") {
    read_axes(value, ',', problem.kinds);
  } else if (name == "fields") {
    read(value, problem.fields);
  } else if (name == "kept") {
    read_axes(value, 'x', problem.kept);
  } else {
    return false;
  }
  return true;
}

template <class Value>
void read_value(const Option<Value>& option, std::string_view text, Value& value) {
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    if (!option.zero.empty() && text == option.zero) {
      value = 0;
      return;
    }
  }
  read(text, value);
}

bool read_option(std::string_view name, std::string_view value, Options& options) {
  bool known = false;
  for_each_option([&](const auto& option) {
    if (option.name != name) return;
    read_value(option, value, options.*option.member);
    known = true;
  });
  return known;
}

std::string known_names() {
  std::string names = "transform, precision, placement, kinds, fields, kept";
  for_each_option([&](const auto& option) { names.append(", ").append(option.name); });
  return names;
}

[[noreturn]] void refuse_name(std::string_view name, const char* more = "") {
  throw ArgumentError("there is no setting '" + std::string(name) + "'; there are " +
                      known_names() + more);
}

void read_setting(std::string_view setting, Problem& problem, Options& options) {
  const std::size_t equals = setting.find('=');
  const std::string_view name = setting.substr(0, equals);
  if (equals == std::string_view::npos) {
    throw ArgumentError("'" + std::string(setting) + "' is no setting: write name=value");
  }
  const std::string_view value = setting.substr(equals + 1);
  try {
    if (read_problem(name, value, problem) || read_option(name, value, options)) return;
  } catch (const ArgumentError& error) {
    throw ArgumentError(std::string(name) + ": " + error.what());
  }
  refuse_name(name);
}

/// The opposite of read_axes().
template <class Value>
std::string text_of_axes(const std::vector<Value>& values, char separator) {
  std::string text;
  for (const Value value : values) {
    if (!text.empty()) text += separator;
    text += text_of(value);
  }
  return text;
}

std::optional<std::string> problem_setting(std::string_view name, const Problem& problem) {
  if (name == "transform") return text_of(problem.transform);
  if (name == "precision") return text_of(problem.precision);
  if (name == "placement") return text_of(problem.placement);
  if (name == "kinds") return text_of_axes(problem.kinds, ',');
  if (name == "fields") return text_of(problem.fields);
  if (name == "kept") return text_of_axes(problem.kept, 'x');
  return std::nullopt;
}

std::optional<std::string> option_setting(std::string_view name, const Options& options) {
  std::optional<std::string> text;
  for_each_option([&](const auto& option) {
    if (option.name == name) text = text_of(options.*option.member);
  });
  return text;
}

}  // namespace

void read_settings(std::string_view text, Problem& problem, Options& options) {
  constexpr std::string_view blanks = " \t\n";
  for (;;) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return;
    text.remove_prefix(begin);
    const std::string_view setting = text.substr(0, text.find_first_of(blanks));
    read_setting(setting, problem, options);
    text.remove_prefix(setting.size());
  }
}

std::string setting_of(std::string_view name, const Problem& problem, const Effective& effective) {
  if (name == "decomposition") return effective.decomposition;
  if (name == "work_bytes") return std::to_string(effective.work_bytes);
  if (const auto text = problem_setting(name, problem)) return *text;
  if (const auto text = option_setting(name, effective.options)) return *text;
  refuse_name(name, ", decomposition, work_bytes");
}

}  // namespace taskfft
