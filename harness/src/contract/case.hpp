#pragma once
/// The case contract: what the program is asked to measure (schema fftbench/case/2).

#include <cstdint>
#include <fftbench/problem.hpp>
#include <fftbench/settings.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "measure/stopping.hpp"

namespace fftbench {

struct Measure {
  int warmup = 2;
  Limits limits{10, 200, 0.05, 30.0};
  double timeout_seconds = 600.0;
  int profile = 3;           ///< profiled passes after the timed ones
  bool all_samples = false;  ///< keep every rank's time
};

struct Case {
  std::string id;
  std::string driver;
  Problem problem;
  int ranks = 1, nodes = 1, threads = 1;
  Extents grid;  ///< empty: the library's choice
  std::map<std::string, Setting> settings;
  Measure measure;
  std::uint64_t seed = 1;
  nlohmann::json source;  ///< as it was read, for the record
};

/// Reads a JSON array of cases. Throws Error naming the case and the key that is wrong.
std::vector<Case> parse_cases(const std::string& text);

}  // namespace fftbench
