#include "run/cores.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>

#include "locale_with_commas.hpp"
#include "run/thread_pool.hpp"

namespace taskfft {
namespace {

// This runs with OMP_PROC_BIND, too, by which an OpenMP runtime binds the main thread.
TEST(Cores, all_that_the_process_was_given_are_allowed) {
  cpu_set_t parents;
  ASSERT_EQ(sched_getaffinity(getppid(), sizeof parents, &parents), 0);
  EXPECT_EQ(allowed_cores().size(), static_cast<std::size_t>(CPU_COUNT(&parents)));
}

TEST(Cores, all_that_are_allowed_are_those_of_threads_that_have_none_of_their_own) {
  ThreadPool pool(2, {});
  std::atomic<int> processors{0};
  pool.run([&](int worker) {
    if (worker == 0) return processors.wait(0);
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
    processors = CPU_COUNT(&mine);
    processors.notify_one();
  });
  EXPECT_EQ(static_cast<std::size_t>(processors), allowed_processors().size());
}

TEST(Cores, lists_of_processors_are_read_in_every_locale) {
  const testing_support::LocaleWithCommas commas;
  EXPECT_EQ(first_of_list("0,64"), 0);
  EXPECT_EQ(first_of_list("12-15"), 12);
  EXPECT_EQ(first_of_list("7"), 7);
  EXPECT_EQ(first_of_list(""), std::nullopt);
}

TEST(Cores, one_plan_of_a_process_at_a_time_has_leave_to_bind) {
  auto first = leave_to_bind();
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(leave_to_bind(), nullptr);
  first.reset();
  EXPECT_NE(leave_to_bind(), nullptr);
}

}  // namespace
}  // namespace taskfft
