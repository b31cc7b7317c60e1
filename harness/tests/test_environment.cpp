/// CPU lists, first touch, and the watchdog: what the machine tells and what happens when it hangs.

#include "support/cpus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fftbench/affinity.hpp>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "run/arrays.hpp"
#include "run/places.hpp"
#include "support/clock.hpp"
#include "support/first_touch.hpp"
#include "support/guarded_memory.hpp"
#include "support/watchdog.hpp"

namespace fftbench {
namespace {

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

TEST(NearestRanks, are_the_first_on_its_node_and_elsewhere) {
  const auto of = [](const std::vector<std::string>& hosts) {
    std::vector<Place> places;
    for (const std::string& host : hosts) places.push_back({host, {}});
    const Nearest found = nearest_ranks(places);
    return std::pair{found.on_node, found.elsewhere};
  };
  EXPECT_EQ(of({}), std::pair(-1, -1));
  EXPECT_EQ(of({"a"}), std::pair(-1, -1));
  EXPECT_EQ(of({"a", "a", "a", "b", "b"}), std::pair(1, 3));
  EXPECT_EQ(of({"a", "b", "a", "b"}), std::pair(2, 1));
  EXPECT_EQ(of({"a", "b"}), std::pair(-1, 1));
}

TEST(Hosts, are_told_once_in_order_of_appearance) {
  const auto hosts = hosts_of({{"b", {}}, {"a", {}}, {"b", {}}});
  EXPECT_EQ(hosts.dump(), R"([{"name":"b","ranks":2},{"name":"a","ranks":1}])");
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

TEST(Cpus, of_threads_are_one_of_each_core_before_the_second_ones) {
  const auto ordered = [](const std::vector<int>& cores) {
    std::vector<int> cpus(cores.size());
    std::iota(cpus.begin(), cpus.end(), 0);
    return one_of_each_core_first(cpus, cores);
  };
  EXPECT_EQ(ordered({0, 0, 2, 2, 4, 4}), (std::vector<int>{0, 2, 4, 1, 3, 5}));  // side by side
  EXPECT_EQ(ordered({0, 1, 2, 0, 1, 2}), (std::vector<int>{0, 1, 2, 3, 4, 5}));  // far apart
  EXPECT_EQ(ordered({0, 0, 0, 0, 4}), (std::vector<int>{0, 4, 1, 2, 3}));
  std::vector<int> all = cpus_for_threads();
  std::ranges::sort(all);
  EXPECT_EQ(all, process_cpus());
}

TEST(FirstTouch, reaches_every_byte_of_all_slices_and_none_beside_them) {
  for (const int threads : {2, 3, 7}) {
    std::vector<char> memory(1000 + 2, 'x');
    touch_first(memory.data() + 1, 1000, threads, {0});
    EXPECT_EQ(memory.front(), 'x');
    EXPECT_EQ(memory.back(), 'x');
    EXPECT_EQ(std::count(memory.begin(), memory.end(), 0), 1000) << threads;
  }
}

TEST(FirstTouch, of_one_thread_is_left_to_who_fills_the_memory) {
  std::vector<char> memory(10, 'x');
  touch_first(memory.data(), memory.size(), 1, {0});
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 'x'), 10);
}

TEST(FirstTouch, is_that_of_arrays_which_a_library_brings_too) {
  std::vector<char> input(100, 'x'), output(50, 'x');
  const Arrays arrays({input.data(), output.data()}, {100, 50}, nullptr, 2);
  EXPECT_EQ(arrays.buffers().input, input.data());
  EXPECT_EQ(std::count(input.begin(), input.end(), 0), 100);
  EXPECT_EQ(std::count(output.begin(), output.end(), 0), 50);
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
