/// The broadcast that is awaited asleep.

#include "support/sleeping_broadcast.hpp"

#include <chrono>
#include <thread>

#include "support/thread_times.hpp"
#include "world.hpp"

namespace fftbench {
namespace {

TEST(SleepingBroadcast, hands_every_number_to_all_ranks) {
  SleepingBroadcast broadcast(MPI_COMM_WORLD);
  for (const std::int64_t value : {std::int64_t{7}, std::int64_t{-1}, std::int64_t{1} << 40}) {
    EXPECT_EQ(broadcast(world_rank() == 0 ? value : 0), value);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

TEST(SleepingBroadcast, takes_no_processor_time_while_it_is_awaited) {
  SleepingBroadcast broadcast(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  const CpuSeconds before = cpu_seconds();
  if (world_rank() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  broadcast(1);
  const CpuSeconds spent = cpu_seconds() - before;
  EXPECT_LT(spent.thread, 0.15);
}

}  // namespace
}  // namespace fftbench
