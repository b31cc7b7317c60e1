#pragma once
/// How long threads have had the processor, in seconds.

#include <map>
#include <set>

namespace fftbench {

/// Of one thread and of the whole process, threads that have ended included.
struct CpuSeconds {
  double thread = 0.0, process = 0.0;

  CpuSeconds& operator+=(const CpuSeconds& other);
  friend CpuSeconds operator-(const CpuSeconds& one, const CpuSeconds& other) {
    return {one.thread - other.thread, one.process - other.process};
  }
};

/// Of the calling thread and its process so far.
CpuSeconds cpu_seconds();

/// Of every thread of this process that lives, by its id (Linux: /proc/self/task); none where the
/// system does not tell.
std::map<int, double> thread_seconds();

/// The ids of all of these.
std::set<int> threads();

/// The id of the calling thread.
int this_thread();

}  // namespace fftbench
