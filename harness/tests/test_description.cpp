/// What a driver says of itself: as JSON, and as the bounds of what it is asked.

#include <gtest/gtest.h>

#include "contract/describe.hpp"
#include "run/within_description.hpp"

namespace fftbench {
namespace {

Description slabs_only() {
  return {.name = "some",
          .library = "SomeFFT",
          .version = "1.2",
          .dims = {2, 3},
          .transforms = {Transform::c2c},
          .precisions = {Precision::double_},
          .placements = {Placement::out_of_place},
          .decompositions = {"slab"},
          .options = {{"planner", "effort", {"measure", std::int64_t{3}, true}}},
          .variables = {"SOME_"}};
}

Request request() {
  return {{{8, 8}, Transform::c2c, Precision::double_, Placement::out_of_place, Memory::host},
          Settings{},
          1,
          {}};
}

TEST(Description, as_json) {
  EXPECT_EQ(to_json(slabs_only()), nlohmann::json::parse(R"({
    "name": "some", "library": "SomeFFT", "version": "1.2", "dims": [2, 3],
    "transforms": ["c2c"], "precisions": ["double"], "placements": ["out_of_place"],
    "memories": ["host"], "decompositions": ["slab"], "threaded": false, "batches": false, "mixes": [], "takes_turns": true,
    "role": "library", "unranked": null, "variables": ["SOME_"],
    "options": [{"name": "planner", "help": "effort", "values": ["measure", 3, true]}]})"));
}

TEST(Description, says_why_it_is_never_ranked) {
  Description apart = slabs_only();
  apart.unranked = "it tests the benchmark";
  EXPECT_EQ(to_json(apart)["unranked"], "it tests the benchmark");
}

TEST(WithinDescription, what_is_offered_is_accepted) {
  Request asked = request();
  EXPECT_TRUE(within_description(slabs_only(), asked, 4));
  asked.grid = {4, 1};
  EXPECT_TRUE(within_description(slabs_only(), asked, 4));
}

/// No driver transforms several fields on a device yet, and none shall go unchecked.
TEST(WithinDescription, several_fields_are_checked_on_the_host_alone) {
  Description both = slabs_only();
  both.batches = true;
  both.memories = {Memory::host, Memory::cuda};
  Request asked = request();
  asked.problem.fields = 3;
  EXPECT_TRUE(within_description(both, asked, 4));
  asked.problem.memory = Memory::cuda;
  EXPECT_FALSE(within_description(both, asked, 4));
}

TEST(WithinDescription, kinds_per_axis_are_offered_one_by_one) {
  Description some = slabs_only();
  some.mixes = {Transform::dct2, Transform::r2c};
  Request asked = request();
  asked.problem.kinds = {Transform::dct2, Transform::r2c};
  EXPECT_TRUE(within_description(some, asked, 4));
  asked.problem.kinds = {Transform::c2c, Transform::dct2};
  const Support support = within_description(some, asked, 4);
  ASSERT_FALSE(support);
  EXPECT_EQ(support.reason(),
            "SomeFFT offers no c2c along one axis with another kind along the next: c2c-dct2");
  some.mixes = {Transform::dct1, Transform::dct2};
  asked.problem = {.shape = {1, 8}, .kinds = {Transform::dct1, Transform::dct2}};
  EXPECT_FALSE(within_description(some, asked, 4)) << "dct1 of one point";
}

void expect_refused(const Request& asked, int ranks, const std::string& words) {
  const Support support = within_description(slabs_only(), asked, ranks);
  ASSERT_FALSE(support) << words;
  EXPECT_NE(support.reason().find(words), std::string::npos) << support.reason();
}

TEST(WithinDescription, what_is_not_offered_is_refused_with_the_reason) {
  const auto with = [](auto change) {
    Request asked = request();
    change(asked);
    return asked;
  };
  expect_refused(with([](Request& r) { r.problem.shape = {8}; }), 4, "no 1-D transforms");
  expect_refused(with([](Request& r) { r.problem.transform = Transform::r2c; }), 4, "no r2c");
  expect_refused(with([](Request& r) { r.problem.precision = Precision::single_; }), 4,
                 "no single precision");
  expect_refused(with([](Request& r) { r.problem.placement = Placement::in_place; }), 4,
                 "no in_place transforms");
  expect_refused(with([](Request& r) { r.problem.memory = Memory::cuda; }), 4, "cuda memory");
  expect_refused(with([](Request& r) { r.problem.fields = 3; }), 4, "batches: 3 fields");
  expect_refused(with([](Request& r) { r.threads = 2; }), 4, "no threads");
  expect_refused(with([](Request& r) { r.grid = {2, 2}; }), 4, "grid 2x2");
  expect_refused(with([](Request& r) { r.grid = {1, 4}; }), 4, "pencils");
  expect_refused(with([](Request& r) { r.grid = {3, 1}; }), 4, "does not multiply to 4 ranks");
  expect_refused(with([](Request& r) {
                   r.problem.shape = {8, 8, 8};
                   r.grid = {4, 1, 1};
                 }),
                 4, "bricks: grid 4x1x1");
  expect_refused(with([](Request& r) { r.grid = {4}; }), 4, "does not multiply to 4 ranks");
}

TEST(WithinDescription, a_library_of_pencils_refuses_slabs_but_runs_alone) {
  Description pencils = slabs_only();
  pencils.decompositions = {"pencil"};
  Request asked = request();
  asked.grid = {2, 2};
  EXPECT_TRUE(within_description(pencils, asked, 4));
  asked.grid = {4, 1};
  EXPECT_FALSE(within_description(pencils, asked, 4));
  asked.grid = {1, 1};
  EXPECT_TRUE(within_description(pencils, asked, 1));
}

TEST(WithinDescription, a_library_that_divides_nothing_runs_alone) {
  Description whole = slabs_only();
  whole.decompositions = {};
  EXPECT_TRUE(within_description(whole, request(), 1));
  EXPECT_NE(within_description(whole, request(), 4).reason().find("one rank, not on 4"),
            std::string::npos);
}

TEST(WithinDescription, bricks_have_three_axes) {
  Description bricks = slabs_only();
  bricks.decompositions = {"brick"};
  Request asked = request();
  asked.problem.shape = {8, 8, 8};
  asked.grid = {2, 1, 2};
  EXPECT_TRUE(within_description(bricks, asked, 4));
  asked.problem.shape = {8, 8};
  EXPECT_EQ(within_description(bricks, asked, 4).reason(),
            "grid 2x1x2 divides more axes than 8x8 has");
}

}  // namespace
}  // namespace fftbench
