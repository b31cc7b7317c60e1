/// CPU lists, warnings, and the watchdog: what the machine tells and what happens when it hangs.

#include "run/environment.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "support/clock.hpp"
#include "support/guarded_memory.hpp"
#include "support/watchdog.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

TEST(CpuList, is_written_as_the_kernel_does) {
  EXPECT_EQ(cpu_list({}), "");
  EXPECT_EQ(cpu_list({5}), "5");
  EXPECT_EQ(cpu_list({0, 1, 2, 3, 8}), "0-3,8");
  EXPECT_EQ(cpu_list({0, 2, 4, 5}), "0,2,4-5");
}

TEST(CpuList, is_read_as_the_kernel_writes) {
  EXPECT_EQ(parse_cpu_list("0-3,8"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(parse_cpu_list("7"), std::vector<int>{7});
  EXPECT_TRUE(parse_cpu_list("").empty());
  for (const char* list : {"0", "0-127", "1,3,5-9,11"}) {
    EXPECT_EQ(cpu_list(parse_cpu_list(list)), list);
  }
}

json environment_of(const char* build, int ranks, const char* cpus) {
  return {{"build", {{"type", build}}},
          {"hosts", {{{"name", "node1"}, {"ranks", ranks}}}},
          {"bindings", {{{"cpus", cpus}, {"ranks", ranks}}}}};
}

bool has(const std::vector<Warning>& warnings, const std::string& code, const std::string& words) {
  return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
    return warning.code == code && warning.text.find(words) != std::string::npos;
  });
}

TEST(EnvironmentWarnings, name_what_spoils_a_measurement) {
  EXPECT_TRUE(environment_warnings(environment_of("Release", 1, "0"), 1).empty());
  EXPECT_TRUE(has(environment_warnings(environment_of("Debug", 1, "0"), 1), "debug_build",
                  "--preset release"));
  EXPECT_TRUE(has(environment_warnings(environment_of("Release", 1, "0"), 100000), "oversubscribed",
                  "100000 ranks x threads"));
  if (std::thread::hardware_concurrency() > 1) {
    EXPECT_TRUE(has(environment_warnings(environment_of("Release", 1, "0-1"), 1), "unbound",
                    "1 ranks are not bound: each may run on CPUs 0-1"));
  }
}

TEST(SteadyClock, advances_in_steps_that_it_can_tell) {
  SteadyClock clock;
  const double before = clock.now();
  EXPECT_GE(clock.now(), before);
  EXPECT_GT(resolution(clock), 0.0);
  EXPECT_LT(resolution(clock), 1e-3);
}

TEST(Memory, is_aligned_even_where_nothing_is_asked_for) {
  for (const std::size_t bytes : {0u, 1u, 64u, 1000u}) {
    const GuardedMemory memory(bytes);
    ASSERT_NE(memory.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % GuardedMemory::alignment, 0u);
  }
}

/// Whether it fires, in time or as late as a machine with a lot else to do lets it.
bool fires(const std::atomic<int>& fired) {
  for (int wait = 0; wait < 12000 && fired == 0; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return fired > 0;
}

TEST(Watchdog, fires_once_after_its_time) {
  std::atomic<int> fired = 0;
  Watchdog watchdog([&] { ++fired; });
  watchdog.arm(0.01);
  EXPECT_TRUE(fires(fired));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(fired, 1);
}

TEST(Watchdog, stays_quiet_when_disarmed_or_never_armed) {
  std::atomic<int> fired = 0;
  {
    Watchdog watchdog([&] { ++fired; });
    watchdog.arm(2);  // seconds, by when this thread has gone on
    watchdog.disarm();
    std::this_thread::sleep_for(std::chrono::milliseconds(2050));
  }
  const Watchdog unused([&] { ++fired; });
  EXPECT_EQ(fired, 0);
}

TEST(Watchdog, can_be_armed_again) {
  std::atomic<int> fired = 0;
  Watchdog watchdog([&] { ++fired; });
  watchdog.arm(3600);
  watchdog.arm(0.01);
  EXPECT_TRUE(fires(fired));
}

}  // namespace
}  // namespace fftbench
