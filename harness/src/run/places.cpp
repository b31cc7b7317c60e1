#include "run/places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/affinity.hpp>
#include <map>

#include "run/texts.hpp"
#include "support/cpus.hpp"

namespace fftbench {

using nlohmann::json;

std::vector<Place> gather_places(MPI_Comm comm) {
  const std::vector<int> cpus = process_cpus();
  // One text a rank: CPUs, NUMA nodes, cores, and the host, whose name may hold anything.
  const std::string mine = cpu_list(cpus) + '\n' + numa_nodes(cpus).value_or("") + '\n' +
                           cpu_list(cores_of(cpus)) + '\n' + host_name();
  std::vector<Place> places;
  for (const std::string& text : gather_texts(mine, comm)) {
    const std::size_t first = text.find('\n'), second = text.find('\n', first + 1),
                      third = text.find('\n', second + 1);
    const std::string numa = text.substr(first + 1, second - first - 1);
    places.push_back({text.substr(third + 1), parse_cpu_list(text.substr(0, first)),
                      numa.empty() ? std::nullopt : std::optional(numa),
                      parse_cpu_list(text.substr(second + 1, third - second - 1))});
  }
  return places;
}

std::map<std::string, Ranks> by_host(const std::vector<Place>& places,
                                     std::vector<int> Place::*what) {
  std::map<std::string, Ranks> hosts;
  for (const Place& place : places) ++hosts[place.host][place.*what];
  return hosts;
}

Ranks within(const Ranks& ranks, const std::vector<int>& these) {
  Ranks inside;
  for (const auto& [own, number] : ranks) {
    if (std::includes(these.begin(), these.end(), own.begin(), own.end())) inside[own] = number;
  }
  return inside;
}

int number_of(const Ranks& ranks) {
  int sum = 0;
  for (const auto& [own, number] : ranks) sum += number;
  return sum;
}

std::optional<std::string> shared_cores(const std::vector<Place>& places, int threads) {
  auto hosts = by_host(places, &Place::cores);
  for (auto& [host, ranks] : hosts) {
    ranks.erase(std::vector<int>{});  // unknown
    for (const auto& [cores, number] : ranks) {
      const int sharers = number_of(within(ranks, cores));
      if (static_cast<std::size_t>(sharers) * static_cast<std::size_t>(threads) > cores.size()) {
        return fmt::format("{} ranks x {} threads share the cores {} of {}", sharers, threads,
                           cpu_list(cores), host);
      }
    }
  }
  return std::nullopt;
}

Nearest nearest_ranks(const std::vector<Place>& places) {
  Nearest found;
  for (std::size_t rank = 1; rank < places.size(); ++rank) {
    const bool together = places[rank].host == places[0].host;
    int& first = together ? found.on_node : found.elsewhere;
    if (first < 0) first = static_cast<int>(rank);
  }
  return found;
}

json hosts_of(const std::vector<Place>& places) {
  json hosts = json::array();
  std::map<std::string, std::size_t> seen;
  for (const Place& place : places) {
    const auto [known, first] = seen.try_emplace(place.host, hosts.size());
    if (first) hosts.push_back({{"name", place.host}, {"ranks", 0}});
    json& host = hosts[known->second];
    host["ranks"] = host["ranks"].get<int>() + 1;
  }
  return hosts;
}

json bindings_of(const std::vector<Place>& places) {
  std::map<std::pair<std::string, std::optional<std::string>>, int> counts;
  for (const Place& place : places) ++counts[{cpu_list(place.cpus), place.numa}];
  json bindings = json::array();
  for (const auto& [binding, ranks] : counts) {
    const auto& [cpus, numa] = binding;
    bindings.push_back({{"cpus", cpus}, {"numa", numa ? json(*numa) : json()}, {"ranks", ranks}});
  }
  return bindings;
}

}  // namespace fftbench
