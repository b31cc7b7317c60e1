#include <fmt/core.h>

#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <stdexcept>

#include "interface/words.hpp"

namespace fftbench {

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

bool Registry::add(MakeDriver make) {
  std::unique_ptr<Driver> driver = make();
  const std::string name = driver->description().name;
  for (const auto& known : drivers_) {
    if (known->description().name == name) {
      throw std::logic_error(fmt::format("two drivers are registered as '{}'", name));
    }
  }
  drivers_.push_back(std::move(driver));
  return true;
}

Driver& Registry::find(const std::string& name) const {
  std::vector<std::string> names;
  for (const auto& driver : drivers_) {
    names.push_back(driver->description().name);
    if (names.back() == name) return *driver;
  }
  throw Error(fmt::format("no driver '{}' in this program: {}", name, did_you_mean(name, names)));
}

}  // namespace fftbench
