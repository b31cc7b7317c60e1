/// What a case takes of memory is told apart: the arrays, and what the library holds or held.

#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "run/memory_meter.hpp"
#include "support/guarded_memory.hpp"
#include "support/process_memory.hpp"
#include "world.hpp"

namespace fftbench {
namespace {

TEST(LibraryMemory, is_what_came_since_the_start_without_the_arrays) {
  EXPECT_DOUBLE_EQ(library_memory(100.0, 180.0, 50.0, 190.0, 190.0), 30.0);
}

TEST(LibraryMemory, counts_what_was_there_for_a_while) {
  EXPECT_DOUBLE_EQ(library_memory(100.0, 150.0, 50.0, 240.0, 200.0), 40.0);
}

constexpr std::size_t megabyte = 1'000'000;

/// Memory that is resident.
GuardedMemory touched(std::size_t bytes) {
  GuardedMemory memory(bytes);
  std::memset(memory.data(), 1, bytes);
  return memory;
}

class Meter : public testing::Test {
 protected:
  void SetUp() override {
    if (!reset_peak_memory() || !held_memory_mb()) GTEST_SKIP() << "the system does not tell";
    meter_.emplace(MPI_COMM_WORLD);
  }

  std::optional<MemoryMeter> meter_;
};

TEST_F(Meter, arrays_are_the_callers) {
  const GuardedMemory arrays = touched(40 * megabyte);
  meter_->add_arrays(40 * megabyte);
  meter_->begin_transforms();
  meter_->end_transforms();
  const MemoryUse use = meter_->use();
  EXPECT_EQ(use.arrays_mb, 40.0);
  EXPECT_NEAR(*use.library_mb, 0.0, 8.0);
  EXPECT_GE(*use.peak_mb, 40.0);
}

TEST_F(Meter, copies_of_the_harness_are_in_no_peak) {
  meter_->begin_transforms();
  meter_->end_transforms();
  const double before = *meter_->use().peak_mb;
  meter_->stop();
  const GuardedMemory copies = touched(60 * megabyte);
  meter_->stop();
  EXPECT_NEAR(*meter_->use().peak_mb, before, 8.0);
}

TEST_F(Meter, what_a_plan_holds_is_the_librarys) {
  const GuardedMemory plan = touched(60 * megabyte);
  meter_->begin_transforms();
  meter_->end_transforms();
  EXPECT_NEAR(*meter_->use().library_mb, 60.0, 8.0);
}

TEST_F(Meter, what_a_transform_gives_back_counts) {
  meter_->begin_transforms();
  { const GuardedMemory work = touched(60 * megabyte); }
  meter_->end_transforms();
  EXPECT_NEAR(*meter_->use().library_mb, 60.0, 8.0);
}

TEST_F(Meter, what_planning_gives_back_is_of_the_peak_alone) {
  { const GuardedMemory work = touched(60 * megabyte); }
  meter_->begin_transforms();
  meter_->end_transforms();
  const MemoryUse use = meter_->use();
  EXPECT_NEAR(*use.library_mb, 0.0, 8.0);
  EXPECT_GE(*use.peak_mb, 60.0);
}

TEST_F(Meter, the_rank_that_needs_most_counts) {
  const GuardedMemory plan = touched(last_rank() ? 60 * megabyte : megabyte);
  meter_->add_arrays(last_rank() ? 2 * megabyte : 0);
  meter_->begin_transforms();
  meter_->end_transforms();
  const MemoryUse use = meter_->use();
  EXPECT_EQ(use.arrays_mb, 2.0);
  EXPECT_NEAR(*use.library_mb, 58.0, 8.0);
}

TEST(MemoryMeter, knows_no_library_before_it_has_transformed) {
  EXPECT_FALSE(MemoryMeter(MPI_COMM_WORLD).use().library_mb);
}

}  // namespace
}  // namespace fftbench
