// What campaigns' settings become, and what a preset does to them.
#include "../settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using fftbench::Setting;
using Values = std::map<std::string, Setting>;

taskfft::Options options(const Values& values) {
  fftbench::Request request;
  request.settings = fftbench::Settings::resolve(taskfft_settings::options(), values);
  return taskfft_settings::options_of(request);
}

/// The message of the refusal, or nothing.
std::string refusal(const Values& values) {
  try {
    options(values);
  } catch (const taskfft::ArgumentError& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, defaults_are_the_librarys) {
  const taskfft::Options expected, made = options({});
  taskfft::for_each_option([&](const auto& option) {
    EXPECT_EQ(made.*option.member, expected.*option.member) << option.name;
  });
}

TEST(Settings, what_was_asked_for_is_told_as_it_was) {
  for (const fftbench::Option& option : taskfft_settings::options()) {
    if (option.name == "preset") continue;
    for (const Setting& value : option.values) {
      if (value == Setting("auto")) continue;
      const Values asked{{option.name, value}};
      const auto told = taskfft_settings::effective(
          fftbench::Settings::resolve(taskfft_settings::options(), asked), options(asked));
      EXPECT_EQ(told.at(option.name), value) << option.name;
    }
  }
}

TEST(Settings, every_value_of_every_option_is_understood) {
  for (const fftbench::Option& option : taskfft_settings::options()) {
    for (const Setting& value : option.values) {
      EXPECT_EQ(refusal({{option.name, value}}), "") << option.name;
    }
  }
}

TEST(Settings, zero_is_a_number_where_it_has_no_word) {
  EXPECT_EQ(options({{"skew", std::int64_t{160}}}).skew, 160);
  EXPECT_EQ(options({{"skew", std::int64_t{0}}}).skew, 0);
  EXPECT_EQ(options({{"chunks", "auto"}}).chunks, 0);
}

TEST(Settings, a_preset_fixes_its_knobs_and_leaves_the_others) {
  const taskfft::Options nb = options({{"preset", "flups_nb"}, {"order", "natural"}});
  EXPECT_EQ(nb.exchange, taskfft::Exchange::persistent);
  EXPECT_EQ(nb.kernel, taskfft::LineKernel::fftw);
  EXPECT_EQ(nb.order, taskfft::Order::natural);
  EXPECT_EQ(options({{"preset", "flups_nb"}, {"exchange", "persistent"}}).exchange, nb.exchange);
}

TEST(Settings, what_a_preset_leaves_to_the_library_is_free) {
  EXPECT_EQ(options({{"preset", "dagger_paper"}, {"chunks", std::int64_t{4}}}).chunks, 4);
  EXPECT_EQ(options({{"preset", "dagger_paper"}}).chunks, 0);
  const std::string reason = refusal({{"preset", "hpx_sync"}, {"chunks", std::int64_t{4}}});
  EXPECT_NE(reason.find("preset hpx_sync has chunks="), std::string::npos) << reason;
}

TEST(Settings, what_contradicts_a_preset_is_refused_with_a_reason) {
  const std::vector<std::pair<std::string, Setting>> others{{"exchange", "p2p"},
                                                            {"packing", "fused"},
                                                            {"kernel", "lanes"},
                                                            {"stores", "streaming"},
                                                            {"scheduler", "graph"},
                                                            {"stealing", true},
                                                            {"message_groups", std::int64_t{4}},
                                                            {"sends_in_flight", std::int64_t{4}}};
  for (const auto& [option, value] : others) {
    const std::string reason = refusal({{"preset", "flups_a2a"}, {option, value}});
    EXPECT_NE(reason.find("preset flups_a2a has " + option + "="), std::string::npos) << reason;
  }
}

TEST(Settings, of_what_a_preset_fixes_only_auto_and_its_own_value_are_taken) {
  int fixed = 0;
  for (const fftbench::Option& option : taskfft_settings::options()) {
    if (option.values.front() != Setting("auto") || option.name == "chunks") continue;
    ++fixed;
    const auto taken = std::ranges::count_if(option.values, [&](const Setting& value) {
      return refusal({{"preset", "flups_a2a"}, {option.name, value}}).empty();
    });
    EXPECT_EQ(taken, 2) << option.name;
  }
  EXPECT_EQ(fixed, 8);
}

TEST(Settings, what_runs_is_told_by_the_same_names) {
  const taskfft::Options isr = options({{"preset", "flups_isr"}});
  const auto asked =
      fftbench::Settings::resolve(taskfft_settings::options(), {{"preset", Setting("flups_isr")}});
  const auto effective = taskfft_settings::effective(asked, isr);
  EXPECT_EQ(effective.at("preset"), Setting("flups_isr"));
  EXPECT_EQ(effective.at("exchange"), Setting("p2p"));
  EXPECT_EQ(effective.at("packing"), Setting("datatypes"));
  EXPECT_EQ(effective.at("scheduler"), Setting("fork_join"));
  EXPECT_EQ(effective.at("stealing"), Setting(false));
}

}  // namespace
