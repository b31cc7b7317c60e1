#include "run/warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "run/cpus.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

int count(const std::vector<int>& cpus) {
  return static_cast<int>(cpus.size());
}

/// All CPUs that any of the ranks may use.
std::vector<int> together(const Ranks& ranks) {
  std::set<int> all;
  for (const auto& [cpus, number] : ranks) all.insert(cpus.begin(), cpus.end());
  return {all.begin(), all.end()};
}

void oversubscription(std::vector<Warning>& warnings, const std::string& host, const Ranks& ranks,
                      int threads, int online) {
  const std::vector<int> cpus = together(ranks);
  const int all = within(ranks, cpus);
  const int there = cpus.empty() ? online : std::min(count(cpus), online);
  if (all * threads <= there) return;
  warnings.push_back({"oversubscribed", fmt::format("oversubscribed: {} ranks x {} threads on {} "
                                                    "CPUs of {}",
                                                    all, threads, there, host)});
}

void binding(std::vector<Warning>& warnings, const Ranks& ranks, int threads, int online) {
  for (const auto& [cpus, number] : ranks) {
    const int sharers = within(ranks, cpus);
    if (cpus.empty()) continue;  // unknown
    if (online > 1 && count(cpus) > threads) {
      warnings.push_back({"unbound", fmt::format("{} ranks are not bound: each may run on CPUs {}",
                                                 number, cpu_list(cpus))});
    }
    if (count(cpus) < threads) {
      warnings.push_back({"few_cpus", fmt::format("{} ranks of {} threads may use CPUs {} only",
                                                  number, threads, cpu_list(cpus))});
    }
    if (sharers > 1 && count(cpus) < online && count(cpus) < sharers * threads) {
      warnings.push_back(
          {"shared_cores", fmt::format("{} ranks x {} threads are bound to the same CPUs {}",
                                       sharers, threads, cpu_list(cpus))});
    }
  }
}

/// Hardware threads of a core are CPUs of their own by number. Of those who share CPUs all is said.
void hardware_threads(std::vector<Warning>& warnings, const std::vector<Place>& places,
                      int threads) {
  const bool said = std::any_of(warnings.begin(), warnings.end(), [](const Warning& warning) {
    return warning.code == "oversubscribed" || warning.code == "few_cpus" ||
           warning.code == "shared_cores";
  });
  if (said) return;
  if (const auto shared = shared_cores(places, threads)) {
    warnings.push_back({"shared_cores", *shared + " by their hardware threads"});
  }
}

void of_build(std::vector<Warning>& warnings, const json& record) {
  if (record["build"]["type"] == "Debug") {
    warnings.push_back(
        {"debug_build", "the harness is a debug build: configure with --preset release"});
  }
  if (record["build"]["dirty"] == true) {
    warnings.push_back({"dirty_tree", "built from sources that are in no commit"});
  }
}

}  // namespace

std::vector<Warning> environment_warnings(const Environment& environment, int threads) {
  std::vector<Warning> warnings;
  of_build(warnings, environment.record);
  for (const auto& [host, ranks] : by_host(environment.places, &Place::cpus)) {
    oversubscription(warnings, host, ranks, threads, environment.cpus);
    binding(warnings, ranks, threads, environment.cpus);
  }
  hardware_threads(warnings, environment.places, threads);
  return warnings;
}

}  // namespace fftbench
