#include <fmt/ranges.h>

#include <algorithm>
#include <fftbench/error.hpp>
#include <fftbench/settings.hpp>

#include "interface/words.hpp"

namespace fftbench {
namespace {

template <class Value>
const Value& value_of(const std::map<std::string, Setting>& values, const std::string& name) {
  const auto found = values.find(name);
  const Value* value = found == values.end() ? nullptr : std::get_if<Value>(&found->second);
  if (value == nullptr) {
    throw Error(fmt::format("the driver declares no option '{}' of this type", name));
  }
  return *value;
}

std::vector<std::string> names_of(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.name);
  return names;
}

std::vector<std::string> texts_of(const std::vector<Setting>& values) {
  std::vector<std::string> texts;
  for (const Setting& value : values) texts.push_back(text(value));
  return texts;
}

}  // namespace

std::string text(const Setting& setting) {
  if (const auto* flag = std::get_if<bool>(&setting)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&setting)) return std::to_string(*number);
  return std::get<std::string>(setting);
}

const std::string& Settings::text(const std::string& name) const {
  return value_of<std::string>(values_, name);
}

bool Settings::flag(const std::string& name) const {
  return value_of<bool>(values_, name);
}

std::int64_t Settings::number(const std::string& name) const {
  return value_of<std::int64_t>(values_, name);
}

Settings Settings::resolve(const std::vector<Option>& options,
                           const std::map<std::string, Setting>& requested) {
  std::map<std::string, Setting> values;
  for (const Option& option : options) values[option.name] = option.values.front();
  for (const auto& [name, value] : requested) {
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&](const Option& known) { return known.name == name; });
    if (option == options.end()) {
      throw Error(
          fmt::format("unknown setting '{}': {}", name, did_you_mean(name, names_of(options))));
    }
    if (std::find(option->values.begin(), option->values.end(), value) == option->values.end()) {
      throw Error(fmt::format("setting '{}' can't be '{}': it takes {}", name,
                              fftbench::text(value), fmt::join(texts_of(option->values), ", ")));
    }
    values[name] = value;
  }
  return Settings(std::move(values));
}

}  // namespace fftbench
