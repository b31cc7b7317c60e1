// Settings as text: what C and Fortran say instead of C++'s types.
#include <gtest/gtest.h>

#include <sstream>

#include "bindings/settings.hpp"
#include "options/text.hpp"

namespace taskfft {
namespace {

struct Read {
  Problem problem;
  Options options;
};

Read read_from(std::string_view text) {
  Read read;
  read_settings(text, read.problem, read.options);
  return read;
}

std::string complaint(std::string_view text) {
  try {
    read_from(text);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "none";
}

TEST(Bindings, everything_of_a_problem_is_read) {
  const auto [problem, options] = read_from(
      "  transform=r2c precision=single\tplacement=in_place fields=3 kinds=dct2,dst2,r2c ");
  EXPECT_EQ(problem.transform, Transform::r2c);
  EXPECT_EQ(problem.precision, Precision::float32);
  EXPECT_EQ(problem.placement, Placement::in_place);
  EXPECT_EQ(problem.fields, 3);
  EXPECT_EQ(problem.kinds, (std::vector{Transform::dct2, Transform::dst2, Transform::r2c}));
}

TEST(Bindings, every_option_is_read_by_its_name_as_it_is_written) {
  for_each_option([](const auto& option) {
    const Options defaults;
    if (text_of(defaults.*option.member).empty()) return;
    Options options;
    Problem problem;
    const std::string setting = std::string(option.name) + "=" + text_of(defaults.*option.member);
    read_settings(setting, problem, options);
    EXPECT_EQ(options.*option.member, defaults.*option.member) << setting;
  });
  const Options options =
      read_from("grid=4x2x1 exchange=p2p threads=2 message_groups=auto").options;
  EXPECT_EQ(options.grid, (Grid{4, 2, 1}));
  EXPECT_EQ(options.exchange, Exchange::p2p);
  EXPECT_EQ(options.threads, 2);
  EXPECT_EQ(options.message_groups, 0);
}

TEST(Bindings, settings_of_a_plan_are_told_as_they_are_read) {
  const std::string text =
      "transform=r2c precision=single kinds=dct2,c2c,r2c fields=3 kept=3x4x5 placement=in_place "
      "grid=4x2x1 exchange=p2p threads=2 stealing=false";
  const Read read = read_from(text);
  const Effective effective{read.options, "pencil", {}, {}, 4096};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::string name = word.substr(0, word.find('='));
    EXPECT_EQ(name + "=" + setting_of(name, read.problem, effective), word);
  }
  for_each_option([&](const auto& option) {
    EXPECT_EQ(setting_of(option.name, read.problem, effective),
              text_of(read.options.*option.member));
  });
  EXPECT_EQ(setting_of("decomposition", read.problem, effective), "pencil");
  EXPECT_EQ(setting_of("work_bytes", read.problem, effective), "4096");
  EXPECT_THROW(setting_of("colour", read.problem, effective), ArgumentError);
}

TEST(Bindings, numbers_are_told_as_they_were_read) {
  for (const std::string text : {"3", "0.1", "1e-09", "2.5"}) {
    const Read read = read_from("tuning_seconds=" + text);
    EXPECT_EQ(setting_of("tuning_seconds", read.problem, {read.options, "slab", {}, {}, 0}), text);
  }
}

TEST(Bindings, nothing_leaves_the_defaults) {
  EXPECT_EQ(read_from("").problem.transform, Transform::c2c);
  EXPECT_EQ(read_from(" \n").options.order, Order::transposed);
}

TEST(Bindings, complaints_name_the_setting_and_what_there_is) {
  EXPECT_NE(complaint("exchange=pp").find("exchange: 'pp' is not one of auto, shared"),
            std::string::npos);
  EXPECT_NE(complaint("kinds=dct2,").find("kinds: ''"), std::string::npos);
  EXPECT_NE(complaint("kept=3xx4").find("kept: ''"), std::string::npos);
  EXPECT_NE(complaint("fields=many").find("fields: 'many'"), std::string::npos);
  EXPECT_NE(complaint("colour=red").find("no setting 'colour'; there are transform,"),
            std::string::npos);
  EXPECT_NE(complaint("in_place").find("write name=value"), std::string::npos);
}

}  // namespace
}  // namespace taskfft
