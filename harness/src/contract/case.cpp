#include "contract/case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fftbench/error.hpp>
#include <limits>
#include <sstream>

#include "interface/words.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

/// Throws where `object` is no object or holds a key that is not known.
void expect_keys(const json& object, const std::string& where,
                 const std::vector<std::string>& known) {
  if (!object.is_object()) throw Error(fmt::format("{} must be an object", where));
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw Error(fmt::format("unknown key '{}' in {}: {}", key, where, did_you_mean(key, known)));
    }
  }
}

const json& required(const json& object, const char* key) {
  if (!object.contains(key)) throw Error(fmt::format("the key '{}' is missing", key));
  return object[key];
}

/// The value of `key`, or `fallback`, which is the schema's default.
json optional(const json& object, const char* key, json fallback) {
  return object.value(key, std::move(fallback));
}

Index integer(const json& value, const char* key, Index least, Index most) {
  if (!value.is_number_integer() || value < least || value > most) {
    throw Error(
        fmt::format("{} must be an integer from {} to {}, not {}", key, least, most, value.dump()));
  }
  return value.get<Index>();
}

constexpr Index largest_count = std::numeric_limits<int>::max();

int count(const json& value, const char* key, Index least = 1) {
  return static_cast<int>(integer(value, key, least, largest_count));
}

/// A number in the open range (0, below).
double positive(const json& value, const char* key, double below) {
  if (!value.is_number() || value <= 0.0 || value >= below) {
    throw Error(fmt::format("{} must be a number above 0{}, not {}", key,
                            std::isfinite(below) ? fmt::format(" and below {:g}", below) : "",
                            value.dump()));
  }
  return value.get<double>();
}

double seconds(const json& value, const char* key) {
  return positive(value, key, std::numeric_limits<double>::infinity());
}

std::string word(const json& value, const char* key) {
  if (!value.is_string()) throw Error(fmt::format("{} must be a word, not {}", key, value.dump()));
  return value.get<std::string>();
}

/// One of the known words, as its place among them.
std::size_t place_of(const json& value, const char* key, const std::vector<std::string>& known) {
  const std::string given = word(value, key);
  const auto found = std::find(known.begin(), known.end(), given);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  throw Error(fmt::format("{} can't be '{}': {}", key, given, did_you_mean(given, known)));
}

/// The enumerator of this name.
template <class Enum>
Enum one_of(const json& value, const char* key, std::initializer_list<Enum> enumerators) {
  std::vector<std::string> known;
  for (const Enum enumerator : enumerators) known.emplace_back(name(enumerator));
  return enumerators.begin()[place_of(value, key, known)];
}

Extents extents(const json& list, const char* key, std::size_t fewest, std::size_t most) {
  if (!list.is_array() || list.size() < fewest || list.size() > most) {
    throw Error(fmt::format(
        "{} must list {} numbers, not {}", key,
        fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most),
        list.dump()));
  }
  Extents extents;
  for (const json& extent : list) extents.push_back(integer(extent, key, 1, largest_count));
  return extents;
}

Transform kind(const json& value) {
  using enum Transform;
  return one_of(value, "transform", {c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4});
}

/// Whether one word would say the same.
bool uniform(const std::vector<Transform>& kinds) {
  const Transform first = kinds.back() == Transform::r2c ? Transform::c2c : kinds.back();
  return std::all_of(kinds.begin(), kinds.end() - 1, [&](Transform one) { return one == first; });
}

/// A word for all axes, or one for each of them: dct2-dst2-r2c.
void parse_transform(const json& value, Problem& problem) {
  const std::string text = word(value, "transform");
  if (text.find('-') == std::string::npos) {
    problem.transform = kind(value);
    return;
  }
  std::istringstream words(text);
  for (std::string one; std::getline(words, one, '-');) problem.kinds.push_back(kind(one));
  const std::size_t axes = problem.shape.size();
  if (problem.kinds.size() != axes) {
    throw Error(fmt::format("transform {} must name a kind for each axis of {}", text,
                            problem.shape.text()));
  }
  if (std::find(problem.kinds.begin(), problem.kinds.end() - 1, Transform::r2c) !=
      problem.kinds.end() - 1) {
    throw Error(fmt::format("transform {}: r2c is along the last axis only", text));
  }
  if (uniform(problem.kinds)) {
    throw Error(
        fmt::format("transform {} has a word of its own: {}", text, name(problem.kinds.back())));
  }
}

Problem parse_problem(const json& object) {
  expect_keys(object, "problem",
              {"shape", "transform", "precision", "placement", "memory", "fields", "workload"});
  Problem problem;
  problem.shape = extents(required(object, "shape"), "shape", 1, Extents::max_dims);
  parse_transform(required(object, "transform"), problem);
  problem.precision =
      one_of(required(object, "precision"), "precision", {Precision::single_, Precision::double_});
  problem.placement = one_of(required(object, "placement"), "placement",
                             {Placement::in_place, Placement::out_of_place});
  problem.memory = one_of(optional(object, "memory", "host"), "memory",
                          {Memory::host, Memory::cuda, Memory::hip, Memory::opencl});
  problem.fields = count(optional(object, "fields", 1), "fields");
  using enum Workload;
  problem.workload = one_of(optional(object, "workload", "none"), "workload",
                            {none, poisson, convolution, gradient, unbounded_poisson,
                             unbounded_plane_poisson, unbounded_line_poisson, navier_stokes});
  Extents all = Extents{problem.shape.volume(), problem.fields};
  static_cast<void>(all.volume());  // throws where 64 bits don't suffice
  return problem;
}

Measure parse_measure(const json& object) {
  expect_keys(
      object, "measure",
      {"warmup", "repetitions", "ci", "max_seconds", "timeout_seconds", "profile", "samples"});
  const json repetitions = optional(object, "repetitions", json::object());
  expect_keys(repetitions, "repetitions", {"min", "max"});
  Measure measure;
  Limits& limits = measure.limits;
  const json warmup = optional(object, "warmup", measure.warmup);
  const json least = optional(repetitions, "min", limits.min_repetitions);
  const json most = optional(repetitions, "max", limits.max_repetitions);
  const json timeout = optional(object, "timeout_seconds", measure.timeout_seconds);
  measure.warmup = count(warmup, "warmup", 0);
  limits.min_repetitions = count(least, "repetitions min");
  limits.max_repetitions = count(most, "repetitions max");
  limits.relative_width = positive(optional(object, "ci", limits.relative_width), "ci", 1.0);
  limits.max_seconds = seconds(optional(object, "max_seconds", limits.max_seconds), "max_seconds");
  measure.timeout_seconds = seconds(timeout, "timeout_seconds");
  measure.profile = count(optional(object, "profile", measure.profile), "profile", 0);
  measure.all_samples =
      place_of(optional(object, "samples", "summary"), "samples", {"summary", "all"}) == 1;
  if (limits.min_repetitions > limits.max_repetitions) {
    throw Error(fmt::format("repetitions: min {} is more than max {}", limits.min_repetitions,
                            limits.max_repetitions));
  }
  return measure;
}

std::map<std::string, Setting> parse_settings(const json& object) {
  if (!object.is_object()) throw Error("settings must be an object");
  std::map<std::string, Setting> settings;
  for (const auto& [key, value] : object.items()) {
    if (value.is_boolean()) {
      settings[key] = value.get<bool>();
    } else if (value.is_number_integer()) {
      settings[key] = value.get<std::int64_t>();
    } else if (value.is_string()) {
      settings[key] = value.get<std::string>();
    } else {
      throw Error(fmt::format("setting '{}' must be a word, an integer, true or false", key));
    }
  }
  return settings;
}

/// 16 hexadecimal digits, as the contract has it.
std::string case_id(const json& value) {
  const std::string id = word(value, "id");
  if (id.size() != 16 || id.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw Error(fmt::format("id must be 16 hexadecimal digits, not '{}'", id));
  }
  return id;
}

Case parse_case(const json& object) {
  expect_keys(object, "a case",
              {"schema", "id", "driver", "problem", "ranks", "nodes", "threads", "grid", "settings",
               "measure", "seed"});
  const std::string schema = word(optional(object, "schema", "fftbench/case/2"), "schema");
  if (schema != "fftbench/case/2") {
    throw Error(
        fmt::format("schema '{}' is not fftbench/case/2, which this program reads", schema));
  }
  Case parsed;
  parsed.id = case_id(required(object, "id"));
  parsed.driver = word(required(object, "driver"), "driver");
  parsed.problem = parse_problem(required(object, "problem"));
  parsed.ranks = count(required(object, "ranks"), "ranks");
  parsed.nodes = count(optional(object, "nodes", 1), "nodes");
  parsed.threads = count(optional(object, "threads", 1), "threads");
  if (const json grid = optional(object, "grid", nullptr); !grid.is_null()) {
    parsed.grid = extents(grid, "grid", 2, 3);
  }
  parsed.settings = parse_settings(optional(object, "settings", json::object()));
  parsed.measure = parse_measure(optional(object, "measure", json::object()));
  parsed.seed = static_cast<std::uint64_t>(
      integer(optional(object, "seed", 1), "seed", 0, std::numeric_limits<Index>::max()));
  parsed.source = object;
  return parsed;
}

}  // namespace

std::vector<Case> parse_cases(const std::string& text) {
  json array;
  try {
    array = json::parse(text);
  } catch (const json::exception& error) {
    throw Error(fmt::format("the cases are not JSON: {}", error.what()));
  }
  if (!array.is_array()) throw Error("the cases must be a JSON array");
  std::vector<Case> cases;
  for (const json& object : array) {
    try {
      cases.push_back(parse_case(object));
    } catch (const std::exception& error) {
      throw Error(fmt::format("case {}: {}", cases.size(), error.what()));
    }
  }
  return cases;
}

}  // namespace fftbench
