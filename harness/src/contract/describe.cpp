#include "contract/describe.hpp"

namespace fftbench {
namespace {

template <class Enum>
std::vector<std::string> names(const std::vector<Enum>& values) {
  std::vector<std::string> texts;
  for (const Enum value : values) texts.emplace_back(name(value));
  return texts;
}

nlohmann::json to_json(const Option& option) {
  nlohmann::json values = nlohmann::json::array();
  for (const Setting& setting : option.values) {
    std::visit([&values](const auto& value) { values.push_back(value); }, setting);
  }
  return {{"name", option.name}, {"help", option.help}, {"values", values}};
}

}  // namespace

nlohmann::json to_json(const Description& description) {
  nlohmann::json options = nlohmann::json::array();
  for (const Option& option : description.options) options.push_back(to_json(option));
  return {{"name", description.name},
          {"library", description.library},
          {"version", description.version},
          {"dims", description.dims},
          {"transforms", names(description.transforms)},
          {"precisions", names(description.precisions)},
          {"placements", names(description.placements)},
          {"memories", names(description.memories)},
          {"decompositions", description.decompositions},
          {"threaded", description.threaded},
          {"batches", description.batches},
          {"mixes", names(description.mixes)},
          {"takes_turns", true},
          {"role", name(description.role)},
          {"unranked",
           description.unranked.empty() ? nlohmann::json() : nlohmann::json(description.unranked)},
          {"variables", description.variables},
          {"options", options}};
}

}  // namespace fftbench
