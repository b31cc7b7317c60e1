#include "languages/translation.hpp"

#include <fmt/core.h>

#include <fftbench/error.hpp>
#include <initializer_list>

namespace fftbench {
namespace {

using nlohmann::json;

std::vector<Index> list(const Extents& extents) {
  return {extents.begin(), extents.end()};
}

Extents extents_of(const json& numbers) {
  Extents extents;
  for (const json& number : numbers) extents.push_back(number.get<Index>());
  return extents;
}

json to_json(const Setting& setting) {
  return std::visit([](const auto& value) { return json(value); }, setting);
}

Setting setting_of(const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return value.get<std::string>();
}

template <class Enum>
std::vector<Enum> named(const json& names, std::initializer_list<Enum> known) {
  std::vector<Enum> values;
  for (const json& given : names) {
    const auto text = given.get<std::string>();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Enum value) { return name(value) == text; });
    if (found == known.end()) throw Error(fmt::format("'{}' is not known", text));
    values.push_back(*found);
  }
  return values;
}

std::vector<Option> options_of(const json& answer) {
  std::vector<Option> options;
  for (const json& each : answer) {
    Option& option = options.emplace_back(Option{each.at("name"), each.at("help"), {}});
    for (const json& value : each.at("values")) option.values.push_back(setting_of(value));
  }
  return options;
}

}  // namespace

json to_json(const Request& request) {
  json settings = json::object();
  for (const auto& [name, value] : request.settings.all()) settings[name] = to_json(value);
  const Problem& problem = request.problem;
  return {{"problem",
           {{"shape", list(problem.shape)},
            {"transform", problem.transform_text()},
            {"precision", name(problem.precision)},
            {"placement", name(problem.placement)},
            {"memory", name(problem.memory)},
            {"fields", problem.fields}}},
          {"settings", settings},
          {"threads", request.threads},
          {"grid", request.grid.size() == 0 ? json() : json(list(request.grid))}};
}

Description description_of(const json& answer) {
  using enum Transform;
  Description description;
  description.name = answer.at("name");
  description.library = answer.at("library");
  description.version = answer.at("version");
  description.dims = answer.at("dims").get<std::vector<std::size_t>>();
  const std::initializer_list<Transform> kinds = {c2c,  r2c,  dct1, dct2, dct3,
                                                  dct4, dst1, dst2, dst3, dst4};
  description.transforms = named(answer.at("transforms"), kinds);
  description.mixes = named(answer.value("mixes", json::array()), kinds);
  description.precisions = named(answer.at("precisions"), {Precision::single_, Precision::double_});
  description.placements =
      named(answer.at("placements"), {Placement::in_place, Placement::out_of_place});
  description.decompositions = answer.at("decompositions").get<std::vector<std::string>>();
  description.threaded = answer.at("threaded");
  description.batches = answer.value("batches", false);
  description.variables = answer.value("variables", std::vector<std::string>{});
  description.options = options_of(answer.value("options", json::array()));
  description.role =
      named(json{answer.value("role", "library")}, {Role::library, Role::baseline, Role::bound})
          .front();
  description.unranked = answer.value("unranked", "");
  return description;
}

Layout layout_of(const json& answer) {
  const Box box{extents_of(answer.at("lo")), extents_of(answer.at("hi"))};
  if (!answer.contains("stride")) return Layout::row_major(box);
  return {box, extents_of(answer.at("stride")), answer.at("size"),
          answer.value("field_stride", Index{0})};
}

Effective effective_of(const json& answer, const Request& request) {
  Effective effective{request.grid, answer.value("threads", request.threads),
                      request.settings.all()};
  if (answer.contains("grid")) effective.grid = extents_of(answer["grid"]);
  const json settings = answer.value("settings", json::object());
  for (const auto& [name, value] : settings.items()) {
    effective.settings[name] = setting_of(value);
  }
  for (const json& warning : answer.value("warnings", json::array())) {
    effective.warnings.push_back({warning.at("code"), warning.at("text")});
  }
  for (const json& kernel : answer.value("kernels", json::array())) {
    effective.kernels.push_back(
        {kernel.at("name"), kernel.at("instruction_sets"), kernel.at("told_by")});
  }
  const json visible = answer.value("visible", json::object());
  effective.visible = {visible.value("fft", true), visible.value("exchange", true)};
  return effective;
}

}  // namespace fftbench
