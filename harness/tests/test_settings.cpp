/// A driver's options and what a case chooses of them; words that are nearly right.

#include <gtest/gtest.h>

#include <fftbench/error.hpp>
#include <fftbench/settings.hpp>

#include "expect_error.hpp"
#include "interface/words.hpp"

namespace fftbench {
namespace {

const std::vector<Option> options{
    {"planner", "effort", {"measure", "estimate"}},
    {"reorder", "whether to reorder", {true, false}},
    {"batch", "how many at once", {std::int64_t{1}, std::int64_t{4}}},
};

TEST(Settings, defaults_are_the_first_values) {
  const Settings settings = Settings::resolve(options, {});
  EXPECT_EQ(settings.text("planner"), "measure");
  EXPECT_TRUE(settings.flag("reorder"));
  EXPECT_EQ(settings.number("batch"), 1);
  EXPECT_EQ(settings.all().size(), 3u);
}

TEST(Settings, requests_replace_defaults) {
  const Settings settings = Settings::resolve(
      options, {{"planner", "estimate"}, {"reorder", false}, {"batch", std::int64_t{4}}});
  EXPECT_EQ(settings.text("planner"), "estimate");
  EXPECT_FALSE(settings.flag("reorder"));
  EXPECT_EQ(settings.number("batch"), 4);
}

TEST(Settings, an_unknown_name_gets_a_suggestion) {
  expect_error(
      [] {
        Settings::resolve(options, {{"planer", "measure"}});
      },
      {"unknown setting 'planer'", "did you mean 'planner'?"});
  expect_error(
      [] {
        Settings::resolve(options, {{"exchange", "p2p"}});
      },
      {"unknown setting 'exchange'", "known: planner, reorder, batch"});
  expect_error([] { Settings::resolve({}, {{"exchange", "p2p"}}); }, {"none is known"});
}

TEST(Settings, an_unknown_value_names_the_allowed_ones) {
  expect_error(
      [] {
        Settings::resolve(options, {{"planner", "patient"}});
      },
      {"'planner'", "'patient'", "measure, estimate"});
}

TEST(Settings, a_value_of_another_type_is_refused) {
  expect_error([] { Settings::resolve(options, {{"reorder", "true"}}); }, {"'reorder'"});
  expect_error([] { Settings::resolve(options, {{"batch", true}}); }, {"'batch'", "1, 4"});
  expect_error([] { Settings::resolve(options, {{"planner", std::int64_t{1}}}); }, {"'planner'"});
}

TEST(Settings, a_driver_that_asks_for_what_it_did_not_declare_is_told) {
  const Settings settings = Settings::resolve(options, {});
  expect_error([&] { settings.text("exchange"); }, {"'exchange'"});
  expect_error([&] { settings.number("planner"); }, {"'planner'"});
}

TEST(Settings, text_of_a_setting) {
  EXPECT_EQ(text(Setting(true)), "true");
  EXPECT_EQ(text(Setting(std::int64_t{-3})), "-3");
  EXPECT_EQ(text(Setting("word")), "word");
}

TEST(Words, the_nearest_known_word_is_suggested) {
  const std::vector<std::string> known{"alltoallv", "p2p", "window"};
  EXPECT_EQ(did_you_mean("alltoall", known), "did you mean 'alltoallv'?");
  EXPECT_EQ(did_you_mean("windwo", known), "did you mean 'window'?");
  EXPECT_EQ(did_you_mean("something", known), "known: alltoallv, p2p, window");
  EXPECT_EQ(did_you_mean("", known), "known: alltoallv, p2p, window");
  EXPECT_EQ(did_you_mean("any", {}), "none is known");
}

}  // namespace
}  // namespace fftbench
