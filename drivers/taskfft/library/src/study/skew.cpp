#include "study/skew.hpp"

#include <chrono>

#include "run/balance.hpp"

namespace taskfft {

bool Skew::lengthens(const Task& task) const {
  if (!computes(task.kind)) return false;
  return threads > 1 ? home_worker(task, threads) == 0 : rank == 0;
}

void SkewedActions::run(const Task& task, int worker) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  actions_.run(task, worker);
  if (!skew_.lengthens(task)) return;
  const auto now = Clock::now();
  const auto end = now + (now - begin) * skew_.percent / 100;
  while (Clock::now() < end) {
  }
}

}  // namespace taskfft
