/// Which CPUs threads may use. This runs with OMP_PROC_BIND, too, by which an OpenMP runtime binds
/// the main thread to one of them.

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <cstdlib>
#include <fftbench/affinity.hpp>
#include <thread>

namespace fftbench {
namespace {

std::vector<int> mask() {
  cpu_set_t set;
  std::vector<int> cpus;
  sched_getaffinity(0, sizeof set, &set);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

/// What a thread may use that a library starts now.
std::vector<int> mask_of_a_new_thread() {
  std::vector<int> cpus;
  std::thread([&] { cpus = mask(); }).join();
  return cpus;
}

TEST(ProcessCpus, are_all_that_openmp_has_and_not_those_of_the_main_thread_alone) {
  ASSERT_GT(omp_get_max_threads(), 0);  // the runtime is loaded
  const std::vector<int> cpus = process_cpus();
  EXPECT_TRUE(std::is_sorted(cpus.begin(), cpus.end()));
  EXPECT_GE(cpus.size(), mask().size());
  EXPECT_GE(static_cast<int>(cpus.size()), omp_get_num_places());
  if (std::getenv("OMP_PROC_BIND") != nullptr && omp_get_num_places() > 1) {
    EXPECT_LT(mask().size(), cpus.size());
  }
}

TEST(AllCpus, are_those_of_the_thread_and_of_what_it_starts_as_long_as_it_lives) {
  const std::vector<int> before = mask();
  {
    const AllCpus all_cpus;
    EXPECT_EQ(mask(), process_cpus());
    EXPECT_EQ(mask_of_a_new_thread(), process_cpus());
  }
  EXPECT_EQ(mask(), before);
  EXPECT_EQ(mask_of_a_new_thread(), before);
}

TEST(BindTo, holds_for_the_calling_thread_alone) {
  const std::vector<int> before = mask();
  std::thread([&] {
    ASSERT_TRUE(bind_to({before.back()}));
    EXPECT_EQ(mask(), std::vector<int>{before.back()});
  }).join();
  EXPECT_EQ(mask(), before);
}

}  // namespace
}  // namespace fftbench
