#include "run/environment.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fftbench/profile.hpp>
#include <fstream>
#include <map>

#include "measure/links.hpp"
#include "measure/synchronise.hpp"
#include "run/build_info.hpp"
#include "support/cpus.hpp"
#include "support/system_file.hpp"

extern char** environ;

namespace fftbench {
namespace {

using nlohmann::json;

json or_null(const std::optional<std::string>& text) {
  return text ? json(*text) : json();
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
  if (const auto off = line_of("/sys/devices/system/cpu/intel_pstate/no_turbo")) return off == "0";
  const auto boost = line_of("/sys/devices/system/cpu/cpufreq/boost");
  return boost ? json(boost == "1") : json();
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

/// Beginnings of NAME=value: of MPI, its transports, OpenMP and devices, and what the drivers
/// declare.
std::vector<std::string> tuning_prefixes(const std::vector<std::string>& declared) {
  std::vector<std::string> prefixes{"OMPI_MCA_", "MPICH_", "I_MPI_", "MV2_",  "UCX_", "FI_",
                                    "OMP_",      "GOMP_",  "KMP_",   "CUDA_", "HIP_"};
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

/// By distance, for models of exchanges; known to rank 0 and the ranks that it is measured with.
/// `places` are empty but on rank 0. Collective.
json links(MPI_Comm comm, Clock& clock, const std::vector<Place>& places) {
  constexpr std::array<const char*, 2> distances{"node", "network"};
  const Nearest nearest = nearest_ranks(places);
  std::array<int, 2> partners{nearest.on_node, nearest.elsewhere};
  MPI_Bcast(partners.data(), static_cast<int>(partners.size()), MPI_INT, 0, comm);
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  json found = json::array();
  for (std::size_t at = 0; at < distances.size(); ++at) {
    if (partners[at] < 0 || (rank != 0 && rank != partners[at])) continue;
    const Link link = measure_link(comm, 0, partners[at], clock);
    found.push_back({{"distance", distances[at]},
                     {"latency_s", link.latency_s},
                     {"bytes_per_s", link.bytes_per_s}});
  }
  return found;
}

std::optional<std::string> fftw_version() {
  const auto version = profile::fftw_version(Precision::double_);
  return version ? version : profile::fftw_version(Precision::single_);
}

json build_info() {
  const std::string commit = build::commit;
  return {{"compiler", build::compiler},
          {"flags", build::flags},
          {"type", build::type},
          {"commit", commit.empty() ? json() : json(commit)},
          {"dirty", commit.empty() ? json() : json(build::dirty)}};
}

}  // namespace

Environment observe_environment(MPI_Comm comm, Clock& clock,
                                const std::vector<std::string>& variables) {
  const double skew = start_skew(comm, clock);
  Environment environment;
  environment.places = gather_places(comm);
  const json measured_links = links(comm, clock, environment.places);
  if (environment.places.empty()) return environment;  // only rank 0 knows all
  environment.cpus = online_cpus();
  environment.record = {
      {"hosts", hosts_of(environment.places)},
      {"bindings", bindings_of(environment.places)},
      {"cpu_model", value_of("/proc/cpuinfo", "model name")},
      {"instruction_sets", instruction_sets()},
      {"fftw", or_null(fftw_version())},
      {"governor", or_null(line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))},
      {"turbo", turbo()},
      {"memory_mb", memory_mb()},
      {"huge_pages", or_null(line_of("/sys/kernel/mm/transparent_hugepage/enabled"))},
      {"mpi", mpi_library()},
      {"clock",
       {{"resolution_s", resolution(clock)},
        {"synchronisation", synchronisation},
        {"skew_s", skew}}},
      {"links", measured_links},
      {"build", build_info()},
      {"variables", variables_set(tuning_prefixes(variables))},
      {"slurm", variables_set({"SLURM_JOB_ID=", "SLURM_JOB_PARTITION=", "SLURM_JOB_NODELIST=",
                               "SLURM_JOB_NUM_NODES=", "SLURM_NTASKS_PER_NODE="})}};
  return environment;
}

}  // namespace fftbench
