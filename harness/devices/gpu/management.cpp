#include "management.hpp"

#include <dlfcn.h>

#include <array>

namespace fftbench::gpu {

/// The few functions of NVML that are used, as its manual declares them.
struct Management::Library {
  using Status = int;  // 0: success
  using Device = void*;

  void* handle = nullptr;
  Device device = nullptr;
  Status (*shutdown)() = nullptr;
  Status (*driver_version)(char*, unsigned) = nullptr;
  Status (*total_energy)(Device, unsigned long long*) = nullptr;

  template <class Function>
  bool load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
  }

  /// Whether all is there; `device` stays null where NVML does not know it.
  bool open(const std::string& bus_id) {
    Status (*init)() = nullptr;
    Status (*by_bus_id)(const char*, Device*) = nullptr;
    handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle || !load(init, "nvmlInit_v2") || !load(shutdown, "nvmlShutdown") ||
        !load(by_bus_id, "nvmlDeviceGetHandleByPciBusId_v2") ||
        !load(driver_version, "nvmlSystemGetDriverVersion") ||
        !load(total_energy, "nvmlDeviceGetTotalEnergyConsumption") || init() != 0) {
      return false;
    }
    if (by_bus_id(bus_id.c_str(), &device) != 0) device = nullptr;
    return true;
  }
};

Management::Management(const std::string& bus_id) {
#ifndef FFTBENCH_HIP
  auto library = std::make_unique<Library>();
  if (library->open(bus_id)) library_ = std::move(library);
#else
  static_cast<void>(bus_id);
#endif
}

Management::~Management() {
  if (library_) library_->shutdown();
}

std::optional<std::string> Management::driver_version() const {
  std::array<char, 81> text{};
  if (!library_ || library_->driver_version(text.data(), text.size() - 1) != 0) return std::nullopt;
  return text.data();
}

std::optional<double> Management::energy() const {
  unsigned long long millijoules = 0;
  if (!library_ || !library_->device) return std::nullopt;
  if (library_->total_energy(library_->device, &millijoules) != 0) return std::nullopt;
  return 1e-3 * static_cast<double>(millijoules);
}

}  // namespace fftbench::gpu
