/// Work that is shared among threads which were there before.

#include "support/thread_pool.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>

#include "support/thread_times.hpp"

namespace fftbench {
namespace {

TEST(ThreadPool, every_part_is_done_once_and_again_when_there_is_more) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads, {0});
    EXPECT_EQ(pool.threads(), threads);
    EXPECT_GE(pool.parts(), threads);
    std::vector<int> times(static_cast<std::size_t>(pool.parts()));  // each by one thread
    for (int again = 1; again <= 200; ++again) {
      pool.run([&](int part, int) { ++times[static_cast<std::size_t>(part)]; });
      EXPECT_EQ(times, std::vector<int>(times.size(), again));
    }
  }
}

TEST(ThreadPool, helpers_are_always_the_same_and_the_caller_is_none) {
  ThreadPool pool(3, {});
  EXPECT_EQ(pool.ids().size(), 2U);
  EXPECT_FALSE(pool.ids().contains(this_thread()));
  std::mutex mutex;
  for (int again = 0; again < 50; ++again) {
    pool.run([&](int, int thread) {
      const std::lock_guard lock(mutex);
      EXPECT_EQ(pool.ids().contains(this_thread()), thread != 0);
    });
  }
}

/// A part waits until all the others are done, on whichever thread it is: those that it would have
/// had to wait for have gone to somebody else.
TEST(ThreadPool, parts_of_a_thread_that_is_held_up_go_to_others) {
  ThreadPool pool(2, {});
  std::atomic<int> done = 0;
  pool.run([&](int part, int) {
    if (part == pool.parts() / 2) {
      while (done < pool.parts() - 1) std::this_thread::yield();
    }
    ++done;
  });
  EXPECT_EQ(done, pool.parts());
}

TEST(ThreadPool, what_is_thrown_on_any_thread_arrives_when_all_is_done) {
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads, {});
    std::atomic<int> begun = 0;
    const auto fails = [&](int, int) {
      ++begun;
      throw std::runtime_error("out of luck");
    };
    EXPECT_THROW(pool.run(fails), std::runtime_error);
    EXPECT_EQ(begun, pool.parts());
    EXPECT_NO_THROW(pool.run([](int, int) {}));
  }
}

/// At least what the parts see of it on the helpers' own clocks, and at most what the process
/// spends on other threads than the caller: how long a part takes is left to the machine.
TEST(ThreadPool, what_helpers_take_of_the_processor_counts) {
  const auto busy = [] {
    const double start = cpu_seconds().thread;
    while (cpu_seconds().thread - start < 1e-3) continue;
    return cpu_seconds().thread - start;
  };
  ThreadPool alone(1, {}), several(3, {});
  alone.run([&](int, int) { busy(); });
  EXPECT_EQ(alone.seconds(), 0.0);
  std::atomic<double> on_helpers = 0.0;
  const CpuSeconds before = cpu_seconds();
  several.run([&](int, int thread) {
    const double spent = busy();
    if (thread != 0) on_helpers += spent;
    while (on_helpers == 0.0) std::this_thread::yield();  // the caller leaves them some
  });
  const CpuSeconds spent = cpu_seconds() - before;
  EXPECT_GE(several.seconds(), on_helpers);
  EXPECT_GE(several.seconds() + spent.thread, 1e-3 * several.parts());
  EXPECT_LE(several.seconds(), spent.process - spent.thread + 1e-4);  // two clocks, read one by one
}

TEST(WorthwhileThreads, have_enough_to_do_each) {
  EXPECT_EQ(worthwhile_threads(16'000, 4), 1);
  EXPECT_EQ(worthwhile_threads(1'600'000, 1), 1);
  EXPECT_EQ(worthwhile_threads(1'600'000, 4), 4);
  EXPECT_EQ(worthwhile_threads(600'000, 4), 2);
}

}  // namespace
}  // namespace fftbench
