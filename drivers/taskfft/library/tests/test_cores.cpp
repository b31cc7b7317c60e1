#include "run/cores.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "locale_with_commas.hpp"

namespace taskfft {
namespace {

// This runs with OMP_PROC_BIND, too, by which an OpenMP runtime binds the main thread.
TEST(Cores, all_that_the_process_was_given_are_allowed) {
  cpu_set_t parents;
  ASSERT_EQ(sched_getaffinity(getppid(), sizeof parents, &parents), 0);
  EXPECT_EQ(allowed_cores().size(), static_cast<std::size_t>(CPU_COUNT(&parents)));
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
