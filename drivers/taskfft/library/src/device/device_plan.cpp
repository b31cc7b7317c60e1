/// Plans on devices, but for their constructor: which device it is, is said where that device is,
/// in cuda/device_plan.cpp.

#include "taskfft/device_plan.hpp"

#include "device/engine.hpp"
#include "support/moved.hpp"

namespace taskfft {

DevicePlan::~DevicePlan() = default;
DevicePlan::DevicePlan(DevicePlan&&) noexcept = default;
DevicePlan& DevicePlan::operator=(DevicePlan&&) noexcept = default;

const Layout& DevicePlan::input() const {
  return unless_moved(engine_).layouts().input;
}

const Layout& DevicePlan::output() const {
  return unless_moved(engine_).layouts().output;
}

void DevicePlan::commit(void* in, void* out) {
  unless_moved(engine_).commit(in, out);
}

void DevicePlan::forward() {
  unless_moved(engine_).forward();
}

void DevicePlan::backward() {
  unless_moved(engine_).backward();
}

DeviceEffective DevicePlan::effective() const {
  return unless_moved(engine_).effective();
}

}  // namespace taskfft
