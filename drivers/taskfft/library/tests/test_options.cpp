// The list of options: whatever is in it is compared over ranks, told apart by tuning's keys, and
// read as it is written.
#include <gtest/gtest.h>

#include <set>
#include <type_traits>

#include "options/fingerprint.hpp"
#include "options/text.hpp"
#include "tuning/tuning_file.hpp"

namespace taskfft {
namespace {

const Problem kProblem{.extents = {8, 8, 8}};

template <class Value>
void change(Value& value) {
  if constexpr (std::is_same_v<Value, Grid>) {
    value = {1, 2, 3};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value += "other";
  } else {
    value = static_cast<Value>(value == Value{} ? 1 : 0);
  }
}

/// The defaults with one option changed.
template <class Value>
Options with_other(const Option<Value>& option) {
  Options options;
  change(options.*option.member);
  return options;
}

TEST(Options, each_is_listed_once_and_under_a_name_of_its_own) {
  std::set<std::string_view> names;
  for_each_option([&](const auto& changed) {
    const Options options = with_other(changed);
    names.insert(changed.name);
    int different = 0;
    for_each_option([&](const auto& option) {
      if (options.*option.member != Options{}.*option.member) ++different;
    });
    EXPECT_EQ(different, 1) << changed.name;
    EXPECT_FALSE(changed.help.empty()) << changed.name;
  });
  EXPECT_EQ(names.size(), option_count());
}

struct WithOneMore {
  Grid grid;
  bool stealing;
  std::string trace;
  std::vector<int> added;
};
TEST(Options, members_are_counted_whatever_their_types) {
  static_assert(member_count<WithOneMore>() == 4);
  static_assert(member_count<Options>() == option_count());
}

TEST(Options, fingerprints_tell_all_but_files_apart) {
  for_each_option([](const auto& option) {
    const bool same = fingerprint(kProblem, with_other(option)) == fingerprint(kProblem, {});
    EXPECT_EQ(same, option.role == OptionRole::file) << option.name;
  });
}

TEST(Options, tuning_keys_tell_apart_what_decides) {
  for_each_option([](const auto& option) {
    const bool same =
        tuning_key(kProblem, with_other(option), 1, 1) == tuning_key(kProblem, {}, 1, 1);
    const bool decides = option.role != OptionRole::choosing && option.role != OptionRole::file;
    EXPECT_EQ(same, !decides) << option.name;
  });
}

TEST(Options, texts_are_read_as_they_are_written) {
  for_each_option([](const auto& option) {
    const Options written = with_other(option);
    Options read_back;
    read(text_of(written.*option.member), read_back.*option.member);
    EXPECT_EQ(read_back.*option.member, written.*option.member) << option.name;
  });
}

TEST(Options, choices_carry_all_that_tuning_chooses) {
  const Options asked{.threads = 2};
  Options chosen = asked;
  for_each_option([&](const auto& option) {
    if (option.role == OptionRole::tuned) change(chosen.*option.member);
  });
  chosen.threads = 1;
  const Options read = read_choice(text_of_choice(chosen), asked);
  EXPECT_EQ(fingerprint(kProblem, read), fingerprint(kProblem, chosen));
}

TEST(Options, texts_that_make_no_sense_are_refused) {
  Grid grid;
  for (const char* text : {"", "2x", "x2", "1x1x1x1", "2,2", "two"}) {
    EXPECT_THROW(read(text, grid), ArgumentError) << text;
  }
  int number = 0;
  for (const char* text : {"", "5.5", " 5", "99999999999"}) {
    EXPECT_THROW(read(text, number), ArgumentError) << text;
  }
  bool flag = false;
  EXPECT_THROW(read("yes", flag), ArgumentError);
  Effort effort{};
  try {
    read("exhaustive", effort);
    ADD_FAILURE() << "there is no such effort";
  } catch (const ArgumentError& error) {
    EXPECT_STREQ(error.what(), "'exhaustive' is not one of estimate, measure, patient");
  }
}

}  // namespace
}  // namespace taskfft
