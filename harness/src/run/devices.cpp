#include "run/devices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/error.hpp>
#include <map>

#include "run/texts.hpp"
#include "support/cpus.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

/// Gives each rank of a node one of the devices that it sees, by its place among them: the first of
/// those that the fewest ranks before it have. Ranks that see the same ones take them in turn, and
/// so do those of each group that sees others than the next one, in whatever order their ranks come
/// (as with Slurm's --gpu-bind=closest).
std::vector<int> dealt(const std::vector<std::string>& seen) {
  std::map<std::string, int> taken;
  std::vector<int> places;
  for (const std::string& text : seen) {
    const auto ids = json::parse(text).get<std::vector<std::string>>();
    const auto least = std::min_element(
        ids.begin(), ids.end(), [&](const auto& a, const auto& b) { return taken[a] < taken[b]; });
    ++taken[*least];
    places.push_back(static_cast<int>(least - ids.begin()));
  }
  return places;
}

/// Which of the devices that this rank sees is its own. Collective.
int own_device(const std::vector<std::string>& ids, MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  const std::vector<int> places = dealt(gather_texts(json(ids).dump(), node));
  int place = 0;
  MPI_Scatter(places.data(), 1, MPI_INT, &place, 1, MPI_INT, 0, node);
  MPI_Comm_free(&node);
  return place;
}

json described(Memory memory, const DeviceIdentity& device) {
  const auto text = [](const std::string& told) { return told.empty() ? json() : json(told); };
  return {{"kind", name(memory)},
          {"name", device.name},
          {"id", device.id},
          {"host", host_name()},
          {"driver", text(device.driver)},
          {"runtime", text(device.runtime)},
          {"memory_mb", device.memory_mb > 0 ? json(device.memory_mb) : json()}};
}

/// Each device once, with its number of ranks, in order of first appearance.
json counted(const std::vector<std::string>& texts) {
  json devices = json::array();
  std::map<std::string, std::size_t> seen;
  for (const std::string& text : texts) {
    const auto [known, first] = seen.try_emplace(text, devices.size());
    if (first) {
      devices.push_back(json::parse(text));
      devices.back()["ranks"] = 0;
    }
    json& device = devices[known->second];
    device["ranks"] = device["ranks"].get<int>() + 1;
  }
  return devices;
}

std::optional<Warning> shared(const json& devices) {
  for (const json& device : devices) {
    const int ranks = device["ranks"];
    if (ranks < 2) continue;
    return Warning{"shared_device",
                   fmt::format("{} ranks share the device {} ({}) of {}", ranks,
                               device["name"].get<std::string>(), device["id"].get<std::string>(),
                               device["host"].get<std::string>())};
  }
  return std::nullopt;
}

/// Of the host's CPUs that this rank may use, one of each core first, those that are left to it
/// where other ranks may use the same ones. Collective.
std::vector<int> own_cpus(MPI_Comm comm) {
  const std::vector<int> cpus = cpus_for_threads();
  const std::string mine = host_name() + '\n' + cpu_list(cpus);
  const Alike alike = ranks_alike(gather_texts(mine, comm), comm);
  std::vector<int> own;
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    if (static_cast<int>(i) % alike.ranks == alike.which) own.push_back(cpus[i]);
  }
  return own;
}

DeviceSpace& linked(Memory memory) {
  DeviceSpace* space = DeviceSpaces::instance().find(memory);
  if (space) return *space;
  throw Error(
      fmt::format("this program has no {0} memory: its driver needs DEVICE {0} in "
                  "fftbench_add_driver",
                  name(memory)));
}

}  // namespace

Devices take_devices(Memory memory, Agreement& ranks) {
  Devices devices;
  if (memory == Memory::host) return devices;
  ranks.collectively("device memory", [&] { devices.space = &linked(memory); });
  std::vector<std::string> ids;
  try {
    ranks.collectively("look for devices", [&] { ids = devices.space->ids(); });
  } catch (const Error& error) {
    devices.support = Support::no(error.what());
    return devices;
  }
  const int own = own_device(ids, ranks.comm());
  std::string mine;
  ranks.collectively("use the device", [&] {
    devices.space->use(own);
    mine = described(memory, devices.space->identity()).dump();
  });
  const std::vector<std::string> all = gather_texts(mine, ranks.comm());
  devices.sharers = ranks_alike(all, ranks.comm()).ranks;
  devices.cpus = own_cpus(ranks.comm());
  devices.record = counted(all);
  devices.shared = shared(devices.record);
  return devices;
}

}  // namespace fftbench
