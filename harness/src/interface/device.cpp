#include <fmt/core.h>

#include <fftbench/device.hpp>
#include <fftbench/error.hpp>
#include <new>

namespace fftbench {

void* DeviceSpace::staging(std::size_t bytes) {
  if (bytes > staging_bytes_) {
    staging_.reset();
    try {
      staging_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    } catch (const std::bad_alloc&) {
      throw Error(fmt::format(
          "the host has no {} bytes for what goes to and from the device: use fewer ranks a node, "
          "or a smaller problem",
          bytes));
    }
    staging_bytes_ = bytes;
  }
  return staging_.get();
}

std::optional<std::complex<double>> DeviceSpace::weighted_sum(const DeviceArray&,
                                                              const AxisFactors&, double) {
  return std::nullopt;
}

std::optional<std::size_t> DeviceSpace::free_bytes() {
  return std::nullopt;
}

std::unique_ptr<DeviceStopwatch> DeviceSpace::stopwatch() {
  return nullptr;
}

std::optional<double> DeviceSpace::energy() {
  return std::nullopt;
}

std::optional<DeviceSpace::Transfers> DeviceSpace::transfers() {
  return std::nullopt;
}

DeviceSpaces& DeviceSpaces::instance() {
  static DeviceSpaces spaces;
  return spaces;
}

bool DeviceSpaces::add(Memory kind, MakeDeviceSpace make) {
  known_.push_back({kind, make});
  return true;
}

DeviceSpace* DeviceSpaces::find(Memory kind) {
  for (const auto& space : made_) {
    if (space->kind() == kind) return space.get();
  }
  for (const Known& known : known_) {
    if (known.kind == kind) return made_.emplace_back(known.make()).get();
  }
  return nullptr;
}

}  // namespace fftbench
