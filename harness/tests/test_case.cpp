/// The case contract: what is read, and what is refused with words that name the key.

#include "contract/case.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "expect_error.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

const json whole_case = json::parse(R"({
  "schema": "fftbench/case/2", "id": "0123456789abcdef", "driver": "fftw_mpi",
  "problem": {"shape": [16, 12, 10], "transform": "r2c", "precision": "single",
              "placement": "in_place", "memory": "host", "fields": 3, "workload": "poisson"},
  "ranks": 6, "nodes": 2, "threads": 3, "grid": [2, 3],
  "settings": {"planner": "estimate", "reorder": true, "batch": 4},
  "measure": {"warmup": 0, "repetitions": {"min": 5, "max": 9}, "ci": 0.1, "max_seconds": 2,
              "timeout_seconds": 60, "profile": 0, "samples": "all"},
  "seed": 9223372036854775807})");

const json short_case = json::parse(R"({
  "id": "0123456789abcdef", "driver": "fftw_mpi", "ranks": 1,
  "problem": {"shape": [8], "transform": "c2c", "precision": "double",
              "placement": "out_of_place"}})");

Case parsed(const json& object) {
  return parse_cases(json::array({object}).dump()).at(0);
}

TEST(Case, every_key_is_read) {
  const Case one = parsed(whole_case);
  EXPECT_EQ(one.id, "0123456789abcdef");
  EXPECT_EQ(one.driver, "fftw_mpi");
  EXPECT_EQ(one.problem.shape, (Extents{16, 12, 10}));
  EXPECT_EQ(one.problem.transform, Transform::r2c);
  EXPECT_EQ(one.problem.precision, Precision::single_);
  EXPECT_EQ(one.problem.placement, Placement::in_place);
  EXPECT_EQ(one.problem.fields, 3);
  EXPECT_EQ(one.problem.workload, Workload::poisson);
  EXPECT_EQ(one.ranks, 6);
  EXPECT_EQ(one.nodes, 2);
  EXPECT_EQ(one.threads, 3);
  EXPECT_EQ(one.grid, (Extents{2, 3}));
  EXPECT_EQ(one.settings.at("planner"), Setting("estimate"));
  EXPECT_EQ(one.settings.at("reorder"), Setting(true));
  EXPECT_EQ(one.settings.at("batch"), Setting(std::int64_t{4}));
  EXPECT_EQ(one.measure.warmup, 0);
  EXPECT_EQ(one.measure.limits.min_repetitions, 5);
  EXPECT_EQ(one.measure.limits.max_repetitions, 9);
  EXPECT_EQ(one.measure.limits.relative_width, 0.1);
  EXPECT_EQ(one.measure.limits.max_seconds, 2.0);
  EXPECT_EQ(one.measure.timeout_seconds, 60.0);
  EXPECT_EQ(one.measure.profile, 0);
  EXPECT_TRUE(one.measure.all_samples);
  EXPECT_EQ(one.seed, 9223372036854775807u);
  EXPECT_EQ(one.source, whole_case);
}

TEST(Case, what_the_schema_gives_a_default_may_be_left_out) {
  const Case one = parsed(short_case);
  EXPECT_EQ(one.problem.fields, 1);
  EXPECT_EQ(one.problem.workload, Workload::none);
  EXPECT_EQ(one.nodes, 1);
  EXPECT_EQ(one.threads, 1);
  EXPECT_EQ(one.grid.size(), 0u);
  EXPECT_TRUE(one.settings.empty());
  EXPECT_EQ(one.measure.warmup, 2);
  EXPECT_EQ(one.measure.limits.min_repetitions, 10);
  EXPECT_EQ(one.measure.limits.max_repetitions, 200);
  EXPECT_EQ(one.measure.limits.relative_width, 0.05);
  EXPECT_EQ(one.measure.limits.max_seconds, 30.0);
  EXPECT_EQ(one.measure.timeout_seconds, 600.0);
  EXPECT_EQ(one.measure.profile, 3);
  EXPECT_FALSE(one.measure.all_samples);
  EXPECT_EQ(one.seed, 1u);
}

TEST(Case, kinds_per_axis_are_one_word) {
  json object = short_case;
  object["problem"]["shape"] = {4, 5, 6};
  object["problem"]["transform"] = "dct2-c2c-r2c";
  const Problem problem = parsed(object).problem;
  EXPECT_EQ(problem.kinds, (std::vector{Transform::dct2, Transform::c2c, Transform::r2c}));
  EXPECT_EQ(problem.transform_text(), "dct2-c2c-r2c");
  for (const char* wrong :
       {"dct2-c2c", "c2c-c2c-r2c", "dct1-dct1-dct1", "c2c-r2c-c2c", "c2c-c2c-", "c2c-dct2-c2r"}) {
    object["problem"]["transform"] = wrong;
    expect_error([&] { parsed(object); }, {"transform"});
  }
}

TEST(Case, a_null_grid_leaves_the_choice_to_the_library) {
  json object = whole_case;
  object["grid"] = nullptr;
  EXPECT_EQ(parsed(object).grid.size(), 0u);
}

TEST(Case, several_cases_keep_their_order) {
  json second = short_case;
  second["driver"] = "other";
  const auto cases = parse_cases(json::array({whole_case, second}).dump());
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[1].driver, "other");
  EXPECT_TRUE(parse_cases("[]").empty());
}

TEST(Case, text_that_is_no_array_of_cases_is_refused) {
  expect_error([] { parse_cases("[{"); }, {"not JSON"});
  expect_error([] { parse_cases(""); }, {"not JSON"});
  expect_error([] { parse_cases("{}"); }, {"JSON array"});
  expect_error([] { parse_cases("[1]"); }, {"case 0", "must be an object"});
}

TEST(Case, the_message_names_the_case) {
  json second = short_case;
  second.erase("ranks");
  expect_error(
      [&] {
        parse_cases(json::array({short_case, second}).dump());
      },
      {"case 1: ", "'ranks' is missing"});
}

TEST(Case, a_misspelt_key_gets_a_suggestion) {
  json object = whole_case;
  object["problem"]["precison"] = "double";
  expect_error([&] { parsed(object); }, {"'precison'", "problem", "did you mean 'precision'?"});
}

/// Every single mistake of a table: where, what stands there, and words of the message.
struct Mistake {
  const char* pointer;
  const char* value;
  const char* words;
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.pointer << " = " << mistake.value;
}

class CaseMistake : public testing::TestWithParam<Mistake> {};

TEST_P(CaseMistake, is_refused_with_words_that_name_the_key) {
  json object = whole_case;
  object[json::json_pointer(GetParam().pointer)] = json::parse(GetParam().value);
  expect_error([&] { parsed(object); }, {"case 0: ", GetParam().words});
}

INSTANTIATE_TEST_SUITE_P(
    Every, CaseMistake,
    testing::Values(
        Mistake{"/schema", "\"fftbench/case/1\"", "schema 'fftbench/case/1'"},
        Mistake{"/schema", "1", "schema"}, Mistake{"/id", "\"0123\"", "id"},
        Mistake{"/id", "7", "id"}, Mistake{"/id", "\"0123456789ABCDEF\"", "id"},
        Mistake{"/driver", "null", "driver"}, Mistake{"/problem", "[]", "problem"},
        Mistake{"/problem/shape", "[]", "shape"}, Mistake{"/problem/shape", "64", "shape"},
        Mistake{"/problem/shape", "[2, 2, 2, 2]", "shape"},
        Mistake{"/problem/shape", "[4, 0]", "shape"}, Mistake{"/problem/shape", "[-4]", "shape"},
        Mistake{"/problem/shape", "[4.5]", "shape"}, Mistake{"/problem/shape", "[\"4\"]", "shape"},
        Mistake{"/problem/shape", "[2147483648]", "shape"},
        Mistake{"/problem/shape", "[18446744073709551615]", "shape"},
        Mistake{"/problem/shape", "[2147483647, 2147483647, 2147483647]", "exceeds 64 bits"},
        Mistake{"/problem/transform", "\"c2r\"", "transform can't be 'c2r'"},
        Mistake{"/problem/precision", "\"half\"", "precision can't be 'half'"},
        Mistake{"/problem/placement", "\"inplace\"", "did you mean 'in_place'?"},
        Mistake{"/problem/memory", "\"gpu\"", "memory"}, Mistake{"/ranks", "0", "ranks"},
        Mistake{"/ranks", "true", "ranks"}, Mistake{"/ranks", "2.5", "ranks"},
        Mistake{"/nodes", "-1", "nodes"}, Mistake{"/threads", "\"two\"", "threads"},
        Mistake{"/grid", "[2]", "grid"}, Mistake{"/grid", "[2, 0]", "grid"},
        Mistake{"/grid", "[1, 2, 3, 1]", "grid"}, Mistake{"/grid", "\"2x3\"", "grid"},
        Mistake{"/settings", "[]", "settings"}, Mistake{"/settings/planner", "1.5", "'planner'"},
        Mistake{"/settings/planner", "null", "'planner'"}, Mistake{"/measure", "3", "measure"},
        Mistake{"/measure/warmup", "-1", "warmup"}, Mistake{"/measure/warmup", "\"1\"", "warmup"},
        Mistake{"/measure/repetitions", "10", "repetitions"},
        Mistake{"/measure/repetitions/min", "0", "repetitions min"},
        Mistake{"/measure/repetitions/max", "4", "min 5 is more than max 4"},
        Mistake{"/measure/repetitions/mean", "4", "'mean'"}, Mistake{"/measure/ci", "0", "ci"},
        Mistake{"/measure/ci", "1", "ci"}, Mistake{"/measure/ci", "\"5 %\"", "ci"},
        Mistake{"/measure/max_seconds", "-1", "max_seconds"},
        Mistake{"/measure/timeout_seconds", "0", "timeout_seconds"},
        Mistake{"/measure/timeout_seconds", "null", "timeout_seconds"},
        Mistake{"/measure/profile", "-1", "profile"},
        Mistake{"/measure/samples", "\"most\"", "samples"}, Mistake{"/seed", "-1", "seed"},
        Mistake{"/seed", "18446744073709551615", "seed"}, Mistake{"/seed", "1.5", "seed"},
        Mistake{"/speed", "1", "did you mean 'seed'?"}));

}  // namespace
}  // namespace fftbench
