// What campaigns' settings become, and what a preset does to them.
#include "../settings.hpp"

#include <gtest/gtest.h>

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

TEST(Settings, DefaultsAreTheLibrarys) {
  const taskfft::Options expected;
  const taskfft::Options made = options({});
  EXPECT_EQ(made.exchange, expected.exchange);
  EXPECT_EQ(made.packing, expected.packing);
  EXPECT_EQ(made.work_memory, expected.work_memory);
  EXPECT_EQ(made.scheduler, expected.scheduler);
  EXPECT_EQ(made.stealing, expected.stealing);
  EXPECT_EQ(made.message_groups, expected.message_groups);
  EXPECT_EQ(made.sends_in_flight, expected.sends_in_flight);
}

TEST(Settings, EveryValueOfEveryOptionIsUnderstood) {
  for (const fftbench::Option& option : taskfft_settings::options()) {
    for (const Setting& value : option.values) {
      EXPECT_EQ(refusal({{option.name, value}}), "") << option.name;
    }
  }
}

TEST(Settings, APresetFixesItsKnobsAndLeavesTheOthers) {
  const taskfft::Options nb = options({{"preset", "flups_nb"}, {"order", "natural"}});
  EXPECT_EQ(nb.exchange, taskfft::Exchange::persistent);
  EXPECT_EQ(nb.kernel, taskfft::LineKernel::fftw);
  EXPECT_EQ(nb.order, taskfft::Order::natural);
  EXPECT_EQ(options({{"preset", "flups_nb"}, {"exchange", "persistent"}}).exchange, nb.exchange);
}

TEST(Settings, WhatContradictsAPresetIsRefusedWithAReason) {
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

TEST(Settings, WhatRunsIsToldByTheSameNames) {
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
