#include "support/cpus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/affinity.hpp>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "support/system_file.hpp"

namespace fftbench {

std::string cpu_list(const std::vector<int>& cpus) {
  std::string list;
  for (std::size_t first = 0; first < cpus.size();) {
    std::size_t last = first;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    list += list.empty() ? "" : ",";
    list +=
        first == last ? std::to_string(cpus[first]) : fmt::format("{}-{}", cpus[first], cpus[last]);
    first = last + 1;
  }
  return list;
}

std::vector<int> parse_cpu_list(const std::string& list) {
  std::vector<int> cpus;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dash = part.find('-');
    const int first = std::stoi(part);
    const int last = dash == std::string::npos ? first : std::stoi(part.substr(dash + 1));
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

namespace {

/// The hardware threads of its core, itself among them; none where the system does not tell.
std::vector<int> siblings_of(int cpu) {
  const auto threads =
      line_of(fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu));
  return parse_cpu_list(threads.value_or(""));
}

/// Its first hardware thread.
int core_of(int cpu) {
  const std::vector<int> siblings = siblings_of(cpu);
  return siblings.empty() ? cpu : siblings.front();
}

}  // namespace

std::vector<int> cores_of(const std::vector<int>& cpus) {
  std::set<int> cores;
  for (const int cpu : cpus) cores.insert(core_of(cpu));
  return {cores.begin(), cores.end()};
}

std::vector<int> one_of_each_core_first(const std::vector<int>& cpus,
                                        const std::vector<int>& cores) {
  std::map<int, int> taken;       // of each core
  std::multimap<int, int> turns;  // in which a CPU is taken
  for (std::size_t i = 0; i < cpus.size(); ++i) turns.emplace(taken[cores[i]]++, cpus[i]);
  std::vector<int> ordered;
  for (const auto& [turn, cpu] : turns) ordered.push_back(cpu);
  return ordered;
}

std::vector<int> cpus_for_threads() {
  const std::vector<int> cpus = process_cpus();
  std::vector<int> cores;
  for (const int cpu : cpus) cores.push_back(core_of(cpu));
  return one_of_each_core_first(cpus, cores);
}

std::optional<int> other_cpu() {
  const int mine = sched_getcpu();
  std::vector<int> cpus = process_cpus();
  std::erase(cpus, mine);
  if (cpus.empty()) return std::nullopt;
  const auto elsewhere = std::ranges::find_if(cpus, [siblings = siblings_of(mine)](int cpu) {
    return std::ranges::find(siblings, cpu) == siblings.end();
  });
  return elsewhere == cpus.end() ? cpus.front() : *elsewhere;
}

int online_cpus() {
  const auto online = line_of("/sys/devices/system/cpu/online");
  return online ? static_cast<int>(parse_cpu_list(*online).size())
                : static_cast<int>(std::thread::hardware_concurrency());
}

std::optional<std::string> numa_nodes(const std::vector<int>& cpus) {
  const auto online = line_of("/sys/devices/system/node/online");
  if (!online) return std::nullopt;
  std::vector<int> nodes;
  for (const int node : parse_cpu_list(*online)) {
    const auto list = line_of(fmt::format("/sys/devices/system/node/node{}/cpulist", node));
    const std::vector<int> members = parse_cpu_list(list.value_or(""));
    const auto held = [&](int cpu) {
      return std::find(members.begin(), members.end(), cpu) != members.end();
    };
    if (std::any_of(cpus.begin(), cpus.end(), held)) nodes.push_back(node);
  }
  return nodes.empty() ? std::nullopt : std::optional(cpu_list(nodes));
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> sets;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse2")) sets.emplace_back("sse2");
  if (__builtin_cpu_supports("avx")) sets.emplace_back("avx");
  if (__builtin_cpu_supports("avx2")) sets.emplace_back("avx2");
  if (__builtin_cpu_supports("avx512f")) sets.emplace_back("avx512");
#elif defined(__aarch64__)
  sets.emplace_back("neon");  // part of the architecture
#endif
  return sets;
}

}  // namespace fftbench
