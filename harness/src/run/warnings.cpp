#include "run/warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "run/cpus.hpp"

namespace fftbench {
namespace {

using nlohmann::json;
using Cpus = std::set<int>;

Cpus cpus_of(const Place& place) {
  return {place.cpus.begin(), place.cpus.end()};
}

int count(const Cpus& cpus) {
  return static_cast<int>(cpus.size());
}

std::string text(const Cpus& cpus) {
  return cpu_list({cpus.begin(), cpus.end()});
}

/// The ranks of one host, by the CPUs that they may use.
using Ranks = std::map<Cpus, int>;

std::map<std::string, Ranks> by_host(const std::vector<Place>& places) {
  std::map<std::string, Ranks> hosts;
  for (const Place& place : places) ++hosts[place.host][cpus_of(place)];
  return hosts;
}

/// Ranks that may use no other CPUs than these.
int within(const Ranks& ranks, const Cpus& cpus) {
  int sum = 0;
  for (const auto& [own, number] : ranks) {
    if (std::includes(cpus.begin(), cpus.end(), own.begin(), own.end())) sum += number;
  }
  return sum;
}

void oversubscription(std::vector<Warning>& warnings, const std::string& host, const Ranks& ranks,
                      int threads, int online) {
  Cpus together;
  for (const auto& [cpus, number] : ranks) together.insert(cpus.begin(), cpus.end());
  const int all = within(ranks, together);
  const int there = together.empty() ? online : std::min(count(together), online);
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
                                                 number, text(cpus))});
    }
    if (count(cpus) < threads) {
      warnings.push_back({"few_cpus", fmt::format("{} ranks of {} threads may use CPUs {} only",
                                                  number, threads, text(cpus))});
    }
    if (sharers > 1 && count(cpus) < online && count(cpus) < sharers * threads) {
      warnings.push_back(
          {"shared_cores", fmt::format("{} ranks x {} threads are bound to the same CPUs {}",
                                       sharers, threads, text(cpus))});
    }
  }
}

/// "fftw-3.3.10-sse2-avx" names what FFTW was built for after its version.
bool built_for(const std::string& version, const std::string& instruction_set) {
  std::istringstream parts(version);
  for (std::string part; std::getline(parts, part, '-');) {
    if (part == instruction_set) return true;
  }
  return false;
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

void fftw(std::vector<Warning>& warnings, const json& record) {
  const json& version = record["fftw"];
  const json& sets = record["instruction_sets"];
  if (version.is_null() || sets.empty()) return;
  const auto widest = sets.back().get<std::string>();
  if (built_for(version.get<std::string>(), widest)) return;
  warnings.push_back({"narrow_fftw", fmt::format("the processor has {}, but FFTW is built without: "
                                                 "{}",
                                                 widest, version.get<std::string>())});
}

}  // namespace

std::vector<Warning> environment_warnings(const Environment& environment, int threads) {
  std::vector<Warning> warnings;
  of_build(warnings, environment.record);
  for (const auto& [host, ranks] : by_host(environment.places)) {
    oversubscription(warnings, host, ranks, threads, environment.cpus);
    binding(warnings, ranks, threads, environment.cpus);
  }
  fftw(warnings, environment.record);
  return warnings;
}

}  // namespace fftbench
