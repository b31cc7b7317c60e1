#include "support/thread_times.hpp"

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>

namespace fftbench {
namespace {

double read(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0.0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

CpuSeconds& CpuSeconds::operator+=(const CpuSeconds& other) {
  thread += other.thread;
  process += other.process;
  return *this;
}

CpuSeconds cpu_seconds() {
  return {read(CLOCK_THREAD_CPUTIME_ID), read(CLOCK_PROCESS_CPUTIME_ID)};
}

std::map<int, double> thread_seconds() {
  std::map<int, double> seconds;
  std::error_code none;  // a thread may end meanwhile
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", none)) {
    double nanoseconds = 0.0;
    if (std::ifstream(task.path() / "schedstat") >> nanoseconds) {
      seconds[std::stoi(task.path().filename())] = 1e-9 * nanoseconds;
    }
  }
  return seconds;
}

std::set<int> threads() {
  std::set<int> ids;
  for (const auto& [thread, seconds] : thread_seconds()) ids.insert(thread);
  return ids;
}

int this_thread() {
  return gettid();
}

}  // namespace fftbench
