#include "settings.hpp"

#include <algorithm>
#include <type_traits>

namespace taskfft_settings {
namespace {

using fftbench::Setting;
using fftbench::Settings;

const Setting kAuto = "auto";
const std::string kNone = "none";

/// Programs sweep words, switches, and numbers of which the list of options names some, but for
/// what changes the results, or is for callers. Grid and threads are the harness's to give.
template <class Value>
bool offered(const taskfft::Option<Value>& option) {
  using enum taskfft::OptionRole;
  if (option.role == result || option.role == besides) return false;
  return std::is_enum_v<Value> || std::is_same_v<Value, bool> || option.usual.size() > 0;
}

/// Presets fix what some preset has set: `auto` then leaves it to them.
template <class Value>
bool fixed_by_presets(const taskfft::Option<Value>& option) {
  const auto names = taskfft::preset_names();
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return taskfft::preset(name).*option.member != taskfft::Options{}.*option.member;
  });
}

/// 0 of a number that programs sweep: a word, where it has one.
template <class Value>
Setting zero(const taskfft::Option<Value>& option) {
  return option.zero.empty() ? Setting(std::int64_t{0}) : Setting(std::string(option.zero));
}

template <class Value>
Setting setting(const taskfft::Option<Value>& option, const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return std::string(name(value));
  } else if constexpr (std::is_same_v<Value, bool>) {
    return value;
  } else if constexpr (std::is_integral_v<Value>) {
    return value == 0 ? zero(option) : Setting(std::int64_t{value});
  } else {
    return {};  // none is offered
  }
}

template <class Value>
void read(const taskfft::Option<Value>& option, const Setting& from, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    value = taskfft::named<Value>(std::get<std::string>(from));
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = std::get<bool>(from);
  } else if constexpr (std::is_integral_v<Value>) {
    value = from == zero(option) ? Value{0} : static_cast<Value>(std::get<std::int64_t>(from));
  }
}

/// The default first, then all others.
template <class Value>
std::vector<Setting> values(const taskfft::Option<Value>& option) {
  std::vector<Setting> values;
  const auto add = [&values](const Setting& value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  add(fixed_by_presets(option) ? kAuto : setting(option, taskfft::Options{}.*option.member));
  if constexpr (std::is_enum_v<Value>) {
    for (const std::string_view word : taskfft::words<Value>) add(std::string(word));
  } else if constexpr (std::is_same_v<Value, bool>) {
    add(true);
    add(false);
  } else {
    for (const int number : option.usual) add(std::int64_t{number});
    add(zero(option));
  }
  return values;
}

/// How the option is set where `auto` leaves it to no preset, for help.
template <class Value>
std::string help(const taskfft::Option<Value>& option) {
  const Setting standard = setting(option, taskfft::Options{}.*option.member);
  const bool says_auto = standard == kAuto || !fixed_by_presets(option);
  return std::string(option.help) + (says_auto ? "" : "; auto: " + fftbench::text(standard));
}

/// A setting for every preset; none first.
std::vector<Setting> presets() {
  std::vector<Setting> names{kNone};
  for (const std::string_view each : taskfft::preset_names()) names.emplace_back(std::string(each));
  return names;
}

}  // namespace

std::vector<fftbench::Option> options() {
  std::vector<fftbench::Option> options{
      {"preset",
       "how the codes of three papers do it, as TUNING.md says; what it fixes can be left at auto",
       presets()}};
  taskfft::for_each_option([&](const auto& option) {
    if (!offered(option)) return;
    options.push_back({std::string(option.name), help(option), values(option)});
  });
  return options;
}

taskfft::Options options_of(const fftbench::Request& request) {
  const std::string& preset = request.settings.text("preset");
  taskfft::Options options;
  if (preset != kNone) options = taskfft::preset(preset);
  for (std::size_t k = 0; k < request.grid.size(); ++k) {
    options.grid[k] = static_cast<int>(request.grid[k]);
  }
  options.threads = request.threads;
  taskfft::for_each_option([&](const auto& option) {
    if (!offered(option)) return;
    const Setting& asked = request.settings.all().at(std::string(option.name));
    if (asked == kAuto) return;
    auto& value = options.*option.member;
    const Setting standing = setting(option, value);
    const bool open = preset == kNone || standing == kAuto;  // as chunks are to most presets
    if (!open && asked != standing && fixed_by_presets(option)) {
      const std::string name(option.name);
      throw taskfft::ArgumentError("preset " + preset + " has " + name + "=" +
                                   fftbench::text(standing) + ": leave " + name +
                                   " at auto, or choose the settings one by one");
    }
    read(option, asked, value);
  });
  return options;
}

std::map<std::string, Setting> effective(const Settings& asked, const taskfft::Options& options) {
  std::map<std::string, Setting> settings = asked.all();
  taskfft::for_each_option([&](const auto& option) {
    if (offered(option)) {
      settings[std::string(option.name)] = setting(option, options.*option.member);
    }
  });
  return settings;
}

}  // namespace taskfft_settings
