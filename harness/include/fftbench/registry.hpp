#pragma once
/// The drivers linked into a program. One line at file scope registers a driver:
///
///   FFTBENCH_REGISTER_DRIVER(MyDriver)

#include <fftbench/driver.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace fftbench {

using MakeDriver = std::unique_ptr<Driver> (*)();

/// Drivers register while static objects are made; afterwards the registry only answers.
class Registry {
 public:
  static Registry& instance();

  /// Returns true so that a static object can be initialised with it. Throws for a second driver
  /// of the same name.
  bool add(MakeDriver make);
  /// Throws Error that names the known drivers where there is none of that name.
  Driver& find(const std::string& name) const;
  const std::vector<std::unique_ptr<Driver>>& drivers() const { return drivers_; }
  /// Ends all drivers, while MPI still runs.
  void release() { drivers_.clear(); }

 private:
  std::vector<std::unique_ptr<Driver>> drivers_;
};

}  // namespace fftbench

#define FFTBENCH_REGISTER_DRIVER(Class)                                                   \
  namespace {                                                                             \
  [[maybe_unused]] const bool registered_##Class = ::fftbench::Registry::instance().add(  \
      []() -> std::unique_ptr<::fftbench::Driver> { return std::make_unique<Class>(); }); \
  }
