#include "measure/core_to_core.hpp"

#include <algorithm>
#include <fftbench/affinity.hpp>
#include <limits>
#include <thread>

#include "support/cpus.hpp"

namespace fftbench {
namespace {

constexpr int batches = 5, batch_trips = 10;  // of a batch: the clock takes as long as a trip

void await_passes(const Ball& ball, int passes) {
  constexpr int patience = 10'000;  // where both have one processor, the other one needs it
  for (int looks = 0; ball.passes.load(std::memory_order_acquire) != passes; ++looks) {
    if (looks >= patience) std::this_thread::yield();
  }
}

double serve(Ball& ball, Clock& clock) {
  double shortest = std::numeric_limits<double>::max();
  int passes = 0;
  for (int batch = 0; batch < batches; ++batch) {
    const double start = clock.now();
    for (int trip = 0; trip < batch_trips; ++trip) {
      ball.passes.store(++passes, std::memory_order_release);
      await_passes(ball, ++passes);
    }
    shortest = std::min(shortest, clock.now() - start);
  }
  ball.passes.store(0, std::memory_order_release);
  return shortest / (2 * batch_trips);
}

void give_back(Ball& ball) {
  for (int passes = 1; passes < 2 * batches * batch_trips; passes += 2) {
    await_passes(ball, passes);
    ball.passes.store(passes + 1, std::memory_order_release);
  }
}

double to_another_thread(Ball& ball, int cpu, Clock& clock) {
  const std::jthread other([&ball, cpu] {
    bind_to({cpu});
    give_back(ball);
  });
  return serve(ball, clock);
}

}  // namespace

std::optional<double> CoreToCore::operator()(int threads) {
  std::optional<double> seconds;
  if (!balls_) return seconds;
  if (balls_.ranks() > 1) {
    MPI_Barrier(balls_.node());
    if (balls_.rank() == 0) seconds = serve(balls_[0], clock_);
    if (balls_.rank() == 1) give_back(balls_[0]);
  } else if (const auto cpu = threads > 1 ? other_cpu() : std::nullopt) {
    seconds = to_another_thread(balls_.mine(), *cpu, clock_);
  }
  return seconds;
}

}  // namespace fftbench
