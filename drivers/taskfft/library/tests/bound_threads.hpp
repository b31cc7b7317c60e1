#pragma once
/// Which threads are bound.

#include <sched.h>

#include <filesystem>
#include <string>

namespace taskfft::testing_support {

/// How many threads of this process are bound to one processor each.
inline int bound_threads() {
  int bound = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    cpu_set_t set;
    const pid_t number = std::stoi(task.path().filename());
    if (sched_getaffinity(number, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1) ++bound;
  }
  return bound;
}

}  // namespace taskfft::testing_support
