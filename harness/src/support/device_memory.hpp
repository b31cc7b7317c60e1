#pragma once
/// An array of a case in a device's memory.

#include <fftbench/device.hpp>
#include <memory>

namespace fftbench {

/// Memory of a device between two guard zones, as GuardedMemory is on the host.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  /// Throws Error that names the size where there is not enough.
  DeviceMemory(DeviceSpace& space, std::size_t bytes)
      : data_(space.allocate(bytes), Release{&space}) {}
  /// Null where there is none.
  void* data() const { return data_.get(); }
  bool intact() const { return !data_ || data_.get_deleter().space->intact(data_.get()); }

 private:
  struct Release {
    DeviceSpace* space;
    void operator()(void* array) const { space->release(array); }
  };
  std::unique_ptr<void, Release> data_{nullptr, Release{nullptr}};
};

}  // namespace fftbench
