#include "run/places.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fftbench/affinity.hpp>
#include <map>

#include "run/cpus.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

/// Every rank's text in rank order, on rank 0.
std::vector<std::string> gather_texts(const std::string& mine, MPI_Comm comm) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const auto count = static_cast<int>(mine.size());
  std::vector<int> counts(static_cast<std::size_t>(size)), starts(counts.size());
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm);
  for (std::size_t i = 1; i < counts.size(); ++i) starts[i] = starts[i - 1] + counts[i - 1];
  std::string all(rank == 0 ? static_cast<std::size_t>(starts.back() + counts.back()) : 0, ' ');
  MPI_Gatherv(mine.data(), count, MPI_CHAR, all.data(), counts.data(), starts.data(), MPI_CHAR, 0,
              comm);
  std::vector<std::string> texts;
  for (std::size_t i = 0; rank == 0 && i < counts.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(counts[i])));
  }
  return texts;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace

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

int within(const Ranks& ranks, const std::vector<int>& these) {
  int sum = 0;
  for (const auto& [own, number] : ranks) {
    if (std::includes(these.begin(), these.end(), own.begin(), own.end())) sum += number;
  }
  return sum;
}

std::optional<std::string> shared_cores(const std::vector<Place>& places, int threads) {
  auto hosts = by_host(places, &Place::cores);
  for (auto& [host, ranks] : hosts) {
    ranks.erase(std::vector<int>{});  // unknown
    for (const auto& [cores, number] : ranks) {
      const int sharers = within(ranks, cores);
      if (static_cast<std::size_t>(sharers) * static_cast<std::size_t>(threads) > cores.size()) {
        return fmt::format("{} ranks x {} threads share the cores {} of {}", sharers, threads,
                           cpu_list(cores), host);
      }
    }
  }
  return std::nullopt;
}

json hosts_of(const std::vector<Place>& places) {
  json hosts = json::array();
  for (const Place& place : places) {
    const auto known = std::find_if(hosts.begin(), hosts.end(),
                                    [&](const json& entry) { return entry["name"] == place.host; });
    if (known == hosts.end()) {
      hosts.push_back({{"name", place.host}, {"ranks", 1}});
    } else {
      (*known)["ranks"] = (*known)["ranks"].get<int>() + 1;
    }
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
