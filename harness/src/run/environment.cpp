#include "run/environment.hpp"

#include <fmt/core.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "measure/synchronise.hpp"
#include "run/build_info.hpp"

extern char** environ;

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

std::vector<int> allowed_cpus() {
  std::vector<int> cpus;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

/// First line of a file; null where there is none.
json line_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? json(line) : json();
}

/// NUMA nodes that hold any of these CPUs, as a list; null where the system names no nodes.
json numa_nodes(const std::vector<int>& cpus) {
  const json online = line_of("/sys/devices/system/node/online");
  if (online.is_null()) return {};
  std::vector<int> nodes;
  for (const int node : parse_cpu_list(online.get<std::string>())) {
    const json list = line_of(fmt::format("/sys/devices/system/node/node{}/cpulist", node));
    const std::vector<int> members = parse_cpu_list(list.is_null() ? "" : list.get<std::string>());
    const auto held = [&](int cpu) {
      return std::find(members.begin(), members.end(), cpu) != members.end();
    };
    if (std::any_of(cpus.begin(), cpus.end(), held)) nodes.push_back(node);
  }
  return nodes.empty() ? json() : json(cpu_list(nodes));
}

/// CPUs of this machine, including those that this process may not use.
int online_cpus() {
  const json online = line_of("/sys/devices/system/cpu/online");
  return online.is_null() ? static_cast<int>(std::thread::hardware_concurrency())
                          : static_cast<int>(parse_cpu_list(online.get<std::string>()).size());
}

/// The value of `key` in files of "key : value" lines such as /proc/cpuinfo; null where missing.
json value_of(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t value = line.find_first_not_of(": \t", key.size());
    if (value != std::string::npos) return line.substr(value);
  }
  return {};
}

json memory_mb() {
  const json text = value_of("/proc/meminfo", "MemTotal");
  return text.is_null() ? json() : json(std::stod(text.get<std::string>()) * 1024 / 1e6);
}

json turbo() {
  const json off = line_of("/sys/devices/system/cpu/intel_pstate/no_turbo");
  if (!off.is_null()) return off == "0";
  const json boost = line_of("/sys/devices/system/cpu/cpufreq/boost");
  return boost.is_null() ? json() : json(boost == "1");
}

bool begins_with_any(const std::string& text, const std::vector<std::string>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return text.starts_with(prefix); });
}

/// Environment variables whose NAME=value begins with one of the prefixes.
json variables_set(const std::vector<std::string>& prefixes) {
  // Addresses and session names that a launcher passes to its own processes; no tuning.
  const std::vector<std::string> internal{"OMPI_MCA_orte_", "OMPI_MCA_ess",   "OMPI_MCA_pmix",
                                          "OMPI_MCA_prte_", "OMPI_MCA_shmem", "OMPI_MCA_initial"};
  json found = json::object();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos && begins_with_any(text, prefixes) &&
        !begins_with_any(text, internal)) {
      found[text.substr(0, equals)] = text.substr(equals + 1);
    }
  }
  return found;
}

/// Beginnings of NAME=value: of MPI, its transports and OpenMP, and what the drivers declare.
std::vector<std::string> tuning_prefixes(const std::vector<std::string>& declared) {
  std::vector<std::string> prefixes{"OMPI_MCA_", "MPICH_", "I_MPI_", "MV2_", "UCX_",
                                    "FI_",       "OMP_",   "GOMP_",  "KMP_"};
  for (const std::string& name : declared) {
    prefixes.push_back(name.ends_with('_') ? name : name + '=');
  }
  return prefixes;
}

json mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0, version = 0, subversion = 0, level = 0;
  MPI_Get_library_version(text.data(), &length);
  MPI_Get_version(&version, &subversion);
  MPI_Query_thread(&level);
  std::string first_line = text.data();
  first_line = first_line.substr(0, first_line.find('\n'));
  const std::map<int, const char*> levels{{MPI_THREAD_SINGLE, "single"},
                                          {MPI_THREAD_FUNNELED, "funneled"},
                                          {MPI_THREAD_SERIALIZED, "serialized"},
                                          {MPI_THREAD_MULTIPLE, "multiple"}};
  return {{"standard", fmt::format("{}.{}", version, subversion)},
          {"library", first_line},
          {"thread_level", levels.at(level)}};
}

json build_info() {
  const std::string commit = build::commit;
  return {{"compiler", build::compiler},
          {"flags", build::flags},
          {"type", build::type},
          {"commit", commit.empty() ? json() : json(commit)},
          {"dirty", commit.empty() ? json() : json(build::dirty)}};
}

/// Equal texts counted: [{<key>: text, ..., "ranks": n}], in order of first appearance.
json hosts_of(const std::vector<std::string>& names) {
  json hosts = json::array();
  for (const std::string& host : names) {
    const auto known = std::find_if(hosts.begin(), hosts.end(),
                                    [&](const json& entry) { return entry["name"] == host; });
    if (known == hosts.end()) {
      hosts.push_back({{"name", host}, {"ranks", 1}});
    } else {
      (*known)["ranks"] = (*known)["ranks"].get<int>() + 1;
    }
  }
  return hosts;
}

/// Each distinct binding once, with the number of ranks that have it.
json bindings_of(const std::vector<std::string>& texts) {
  std::map<std::string, int> counts;
  for (const std::string& text : texts) ++counts[text];
  json bindings = json::array();
  for (const auto& [text, ranks] : counts) {
    json binding = json::parse(text);
    binding["ranks"] = ranks;
    bindings.push_back(binding);
  }
  return bindings;
}

}  // namespace

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

json observe_environment(MPI_Comm comm, Clock& clock, const std::vector<std::string>& variables) {
  const double skew = start_skew(comm, clock);
  const std::vector<int> cpus = allowed_cpus();
  const json binding = {{"cpus", cpu_list(cpus)}, {"numa", numa_nodes(cpus)}};
  const auto hosts = gather_texts(host_name(), comm);
  const auto bindings = gather_texts(binding.dump(), comm);
  if (hosts.empty()) return {};  // only rank 0 knows all
  return {{"hosts", hosts_of(hosts)},
          {"bindings", bindings_of(bindings)},
          {"cpu_model", value_of("/proc/cpuinfo", "model name")},
          {"governor", line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
          {"turbo", turbo()},
          {"memory_mb", memory_mb()},
          {"huge_pages", line_of("/sys/kernel/mm/transparent_hugepage/enabled")},
          {"mpi", mpi_library()},
          {"clock",
           {{"resolution_s", resolution(clock)},
            {"synchronisation", synchronisation},
            {"skew_s", skew}}},
          {"build", build_info()},
          {"variables", variables_set(tuning_prefixes(variables))},
          {"slurm", variables_set({"SLURM_JOB_ID=", "SLURM_JOB_PARTITION=", "SLURM_JOB_NODELIST=",
                                   "SLURM_JOB_NUM_NODES=", "SLURM_NTASKS_PER_NODE="})}};
}

std::vector<Warning> environment_warnings(const json& environment, int threads) {
  std::vector<Warning> warnings;
  if (environment["build"]["type"] == "Debug") {
    warnings.push_back(
        {"debug_build", "the harness is a debug build: configure with --preset release"});
  }
  const int cpus = online_cpus();
  for (const json& host : environment["hosts"]) {
    const int busy = host["ranks"].get<int>() * threads;
    if (busy > cpus) {
      warnings.push_back(
          {"oversubscribed", fmt::format("oversubscribed: {} ranks x threads on the {} CPUs of {}",
                                         busy, cpus, host["name"].get<std::string>())});
    }
  }
  for (const json& binding : environment["bindings"]) {
    const auto allowed = parse_cpu_list(binding["cpus"].get<std::string>());
    if (cpus > 1 && static_cast<int>(allowed.size()) > threads) {
      warnings.push_back({"unbound", fmt::format("{} ranks are not bound: each may run on CPUs {}",
                                                 binding["ranks"].get<int>(),
                                                 binding["cpus"].get<std::string>())});
    }
  }
  return warnings;
}

}  // namespace fftbench
