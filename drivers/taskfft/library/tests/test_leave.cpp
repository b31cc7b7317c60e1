// Plans that may run at once, as any thread may call MPI, and who of them has its threads bound.
#include <gtest/gtest.h>

#include <optional>

#include "bound_threads.hpp"
#include "run/cores.hpp"
#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

TEST(Leave, to_bind_threads_is_that_of_all_plans_in_one_memory_and_of_no_others) {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE) GTEST_SKIP() << "this MPI lets one thread call it at a time";
  if (allowed_cores().size() < 2) GTEST_SKIP() << "needs two processors";
  const Problem problem = make_problem({16, 12, 10});
  Options options = estimate({world_size(), 1});
  options.threads = 2;
  const int before = bound_threads();
  const auto bound = [before] { return bound_threads() - before; };
  std::optional<Plan> first(std::in_place, problem, options, MPI_COMM_WORLD);
  EXPECT_EQ(bound(), 1);
  const Plan second(problem, options, MPI_COMM_WORLD);
  EXPECT_EQ(bound(), 1);
  std::optional<Plan> in_memory_of_second(std::in_place, problem, options, second);
  EXPECT_EQ(bound(), 1) << "as the first may run at the same time";
  std::optional<Plan> in_memory_of_first(std::in_place, problem, options, *first);
  EXPECT_EQ(bound(), 2);
  first.reset();
  in_memory_of_second.emplace(problem, options, second);
  EXPECT_EQ(bound(), 1) << "as the leave is still that of the other memory";
  in_memory_of_first.reset();
  in_memory_of_second.emplace(problem, options, second);
  EXPECT_EQ(bound(), 1);
}

}  // namespace
}  // namespace taskfft
