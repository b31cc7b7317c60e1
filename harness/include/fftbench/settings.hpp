#pragma once
/// Options that a driver offers, and the values chosen for one case.

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace fftbench {

using Setting = std::variant<bool, std::int64_t, std::string>;

/// "true", "3" or the text itself.
std::string text(const Setting&);

/// One option: its first value is the default, and only the listed values are accepted.
/// `planner`, `exchange` and `order` are the names used by every driver that offers such a choice.
struct Option {
  std::string name;
  std::string help;
  std::vector<Setting> values;
};

/// Every option of the driver with a value: the plan's requests over the driver's defaults.
class Settings {
 public:
  Settings() = default;
  explicit Settings(std::map<std::string, Setting> values) : values_(std::move(values)) {}

  /// Each throws Error where the driver asks for an option that it never declared.
  const std::string& text(const std::string& name) const;
  bool flag(const std::string& name) const;
  std::int64_t number(const std::string& name) const;

  const std::map<std::string, Setting>& all() const { return values_; }

  /// Fills in defaults; throws Error for unknown names or values, naming the nearest known one.
  static Settings resolve(const std::vector<Option>& options,
                          const std::map<std::string, Setting>& requested);

 private:
  std::map<std::string, Setting> values_;
};

}  // namespace fftbench
