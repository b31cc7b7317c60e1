// Programs that have started MPI without a word about threads.
#include <gtest/gtest.h>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

TEST(ThreadLevel, plans_of_several_threads_have_one_and_say_why) {
  int level = MPI_THREAD_MULTIPLE;
  MPI_Query_thread(&level);
  if (level > MPI_THREAD_SINGLE) GTEST_SKIP() << "this MPI always allows threads";
  const Problem problem = make_problem({9, 10, 12});
  const std::vector<Complex> field = global_field(problem, 1);
  for (const Tuning tuning : {Tuning::off, Tuning::measure}) {
    Options options = estimate({world_size(), 1});
    options.threads = 3;
    options.tuning = tuning;
    Case<double> c(problem, options);
    const Effective& effective = c.plan().effective();
    EXPECT_EQ(effective.options.threads, 1);
    ASSERT_EQ(effective.notes.size(), 1U);
    EXPECT_NE(effective.notes[0].find("threads 3 needs MPI_Init_thread"), std::string::npos)
        << effective.notes[0];
    c.fill_input(field);
    c.plan().forward();
    EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
  }
}

}  // namespace
}  // namespace taskfft
