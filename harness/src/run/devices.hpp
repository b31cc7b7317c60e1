#pragma once
/// Which device each rank has.

#include <fftbench/device.hpp>
#include <fftbench/driver.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "support/collective.hpp"

namespace fftbench {

/// What came of asking for a device for every rank.
struct Devices {
  Support support = Support::yes();  ///< no: some rank finds none, with the reason
  DeviceSpace* space = nullptr;      ///< with this rank's device in use; null for the host
  int sharers = 1;                   ///< ranks that have the same device as this one
  std::vector<int> cpus;             ///< of the host, for what is done there: of no other rank
  nlohmann::json record = nlohmann::json::array();  ///< the environment's `devices`, on rank 0
  std::optional<Warning> shared;                    ///< "shared_device", on rank 0
};

/// Gives the ranks of each node the devices that they see in turn. Throws where a device is there
/// but can't be used. Collective.
Devices take_devices(Memory memory, Agreement& ranks);

}  // namespace fftbench
