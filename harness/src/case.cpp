#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/error.hpp>
#include <limits>

#include "words.hpp"

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

Index positive(const json& object, const char* key) {
  const auto value = object.at(key).get<Index>();
  if (value < 1 || value > std::numeric_limits<int>::max()) {
    throw Error(fmt::format("{} must be from 1 to 2^31-1, not {}", key, value));
  }
  return value;
}

int count(const json& object, const char* key) {
  return static_cast<int>(positive(object, key));
}

/// The enumerator whose name stands under `key`.
template <class Enum>
Enum one_of(const json& object, const char* key, std::initializer_list<Enum> values) {
  const auto word = object.at(key).get<std::string>();
  std::vector<std::string> known;
  for (const Enum value : values) {
    if (word == name(value)) return value;
    known.emplace_back(name(value));
  }
  throw Error(fmt::format("{} can't be '{}': {}", key, word, did_you_mean(word, known)));
}

Problem parse_problem(const json& object) {
  expect_keys(object, "problem", {"shape", "transform", "precision", "placement", "memory"});
  Problem problem;
  const json& shape = object.at("shape");
  if (!shape.is_array() || shape.empty() || shape.size() > Extents::max_dims) {
    throw Error("shape must list one to three sizes");
  }
  for (const json& extent : shape) problem.shape.push_back(positive({{"shape", extent}}, "shape"));
  problem.transform = one_of(object, "transform", {Transform::c2c, Transform::r2c});
  problem.precision = one_of(object, "precision", {Precision::single_, Precision::double_});
  problem.placement = one_of(object, "placement", {Placement::in_place, Placement::out_of_place});
  problem.memory = one_of(object, "memory", {Memory::host, Memory::cuda, Memory::hip});
  static_cast<void>(problem.shape.volume());  // throws where 64 bits don't suffice
  return problem;
}

Measure parse_measure(const json& object) {
  expect_keys(object, "measure",
              {"warmup", "repetitions", "ci", "max_seconds", "timeout_seconds", "trace", "samples"});
  const json& repetitions = object.at("repetitions");
  expect_keys(repetitions, "repetitions", {"min", "max"});
  Measure measure;
  measure.warmup = object.at("warmup").get<int>();
  measure.limits = {count(repetitions, "min"), count(repetitions, "max"),
                    object.at("ci").get<double>(), object.at("max_seconds").get<double>()};
  measure.timeout_seconds = object.at("timeout_seconds").get<double>();
  measure.trace = object.at("trace").get<int>();
  measure.all_samples = object.at("samples").get<std::string>() == "all";
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

Case parse_case(const json& object) {
  expect_keys(object, "a case",
              {"schema", "id", "driver", "problem", "ranks", "nodes", "threads", "grid", "settings",
               "measure", "seed"});
  const auto schema = object.at("schema").get<std::string>();
  if (schema != "fftbench/case/1") {
    throw Error(fmt::format("schema '{}' is not fftbench/case/1, which this program reads", schema));
  }
  Case parsed;
  parsed.id = object.at("id").get<std::string>();
  parsed.driver = object.at("driver").get<std::string>();
  parsed.problem = parse_problem(object.at("problem"));
  parsed.ranks = count(object, "ranks");
  parsed.nodes = count(object, "nodes");
  parsed.threads = count(object, "threads");
  if (!object.at("grid").is_null()) {
    for (const json& ranks : object.at("grid")) {
      parsed.grid.push_back(positive({{"grid", ranks}}, "grid"));
    }
  }
  parsed.settings = parse_settings(object.at("settings"));
  parsed.measure = parse_measure(object.at("measure"));
  parsed.seed = object.at("seed").get<std::uint64_t>();
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
