#include "run/warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/cpus.hpp"

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

/// What is found on hosts, one warning for each code: the first of it, and how many more there are.
class Findings {
 public:
  /// `who`: the ranks of the host that `text` is about.
  void add(const std::string& code, const std::string& host, const Ranks& who,
           const std::string& text) {
    auto known = std::find_if(found_.begin(), found_.end(),
                              [&](const Finding& finding) { return finding.code == code; });
    if (known == found_.end()) known = found_.insert(known, {code, text, number_of(who), {}});
    known->who[host].insert(who.begin(), who.end());
  }

  std::vector<Warning> warnings() const {
    std::vector<Warning> all;
    for (const auto& [code, text, told, who] : found_) {
      int ranks = 0;
      for (const auto& [host, some] : who) ranks += number_of(some);
      const std::string more = fmt::format(" (in all {} ranks on {} hosts)", ranks, who.size());
      all.push_back({code, ranks > told ? text + more : text});
    }
    return all;
  }

 private:
  struct Finding {
    std::string code, text;
    int told;  ///< ranks in the text
    std::map<std::string, Ranks> who;
  };
  std::vector<Finding> found_;
};

void oversubscription(Findings& findings, const std::string& host, const Ranks& ranks, int threads,
                      int online) {
  const std::vector<int> cpus = together(ranks);
  const int all = number_of(ranks);
  const int there = cpus.empty() ? online : std::min(count(cpus), online);
  if (all * threads <= there) return;
  findings.add("oversubscribed", host, ranks,
               fmt::format("oversubscribed: {} ranks x {} threads on {} CPUs of {}", all, threads,
                           there, host));
}

/// The number of cores that hold the CPUs of a rank, by host and CPUs; that of the CPUs where it is
/// unknown.
using Cores = std::map<std::string, std::map<std::vector<int>, int>>;

Cores cores_of(const std::vector<Place>& places) {
  Cores cores;
  for (const Place& place : places) {
    cores[place.host][place.cpus] = count(place.cores.empty() ? place.cpus : place.cores);
  }
  return cores;
}

void binding(Findings& findings, const std::string& host, const Ranks& ranks,
             const std::map<std::vector<int>, int>& cores, int threads, int online) {
  for (const auto& [cpus, number] : ranks) {
    if (cpus.empty()) continue;  // unknown
    const Ranks these{{cpus, number}};
    if (online > 1 && cores.at(cpus) > threads) {
      findings.add(
          "unbound", host, these,
          fmt::format("{} ranks are not bound: each may run on CPUs {}", number, cpu_list(cpus)));
    }
    if (count(cpus) < threads) {
      findings.add("few_cpus", host, these,
                   fmt::format("{} ranks of {} threads may use CPUs {} only", number, threads,
                               cpu_list(cpus)));
    }
    const Ranks sharing = within(ranks, cpus);
    const int sharers = number_of(sharing);
    if (sharers > 1 && count(cpus) < online && count(cpus) < sharers * threads) {
      findings.add("shared_cores", host, sharing,
                   fmt::format("{} ranks x {} threads are bound to the same CPUs {}", sharers,
                               threads, cpu_list(cpus)));
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
  const Cores cores = cores_of(environment.places);
  Findings findings;
  for (const auto& [host, ranks] : by_host(environment.places, &Place::cpus)) {
    oversubscription(findings, host, ranks, threads, environment.cpus);
    binding(findings, host, ranks, cores.at(host), threads, environment.cpus);
  }
  const auto found = findings.warnings();
  warnings.insert(warnings.end(), found.begin(), found.end());
  hardware_threads(warnings, environment.places, threads);
  return warnings;
}

}  // namespace fftbench
