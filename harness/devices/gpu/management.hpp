#pragma once
/// What the driver of NVIDIA's devices tells of them beside CUDA (NVML): its library comes with the
/// driver, and is looked for when the program runs.

#include <memory>
#include <optional>
#include <string>

namespace fftbench::gpu {

class Management {
 public:
  /// Of the device at this address on the bus ("0000:1b:00.0").
  explicit Management(const std::string& bus_id);
  ~Management();
  Management(const Management&) = delete;
  Management& operator=(const Management&) = delete;

  /// As "580.95.05"; nothing where there is no NVML.
  std::optional<std::string> driver_version() const;
  /// Joules since the driver was loaded; nothing where the device has no such counter.
  std::optional<double> energy() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace fftbench::gpu
