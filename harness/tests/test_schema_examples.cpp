/// The examples that come with the schemas: both languages must agree which cases are valid.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "contract/case.hpp"
#include "expect_error.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

/// Every example whose file name begins so, by its stem.
std::map<std::string, json> examples(const std::string& prefix) {
  std::map<std::string, json> found;
  for (const auto& entry : std::filesystem::directory_iterator(FFTBENCH_SCHEMA_EXAMPLES)) {
    const std::string stem = entry.path().stem();
    if (stem.starts_with(prefix)) found[stem] = json::parse(std::ifstream(entry.path()));
  }
  return found;
}

TEST(SchemaExamples, valid_cases_are_read) {
  const auto valid = examples("case-");
  EXPECT_GE(valid.size(), 3u);
  for (const auto& [stem, object] : valid) {
    EXPECT_NO_THROW({
      const Case parsed = parse_cases(json::array({object}).dump()).at(0);
      EXPECT_EQ(parsed.id, object["id"]);
      EXPECT_EQ(static_cast<json>(parsed.source), object);
    }) << stem;
  }
}

TEST(SchemaExamples, invalid_cases_are_refused_with_the_key) {
  const std::map<std::string, std::string> keys{
      {"foreign-schema", "fftbench/case/99"},
      {"four-axes", "shape"},
      {"grid-of-four", "grid"},
      {"negative-size", "shape"},
      {"no-fields", "fields"},
      {"no-problem", "'problem' is missing"},
      {"setting-of-fraction", "'planner'"},
      {"unknown-key", "unknown key"},
      {"unknown-transform", "transform"},
  };
  const std::string prefix = "invalid-case-";
  const auto invalid = examples(prefix);
  EXPECT_GE(invalid.size(), keys.size());
  for (const auto& [stem, object] : invalid) {
    SCOPED_TRACE(stem);
    const auto key = keys.find(stem.substr(prefix.size()));
    expect_error([&, &refused = object] { parse_cases(json::array({refused}).dump()); },
                 {"case 0: ", key == keys.end() ? "" : key->second});
  }
}

}  // namespace
}  // namespace fftbench
