#include "support/process_memory.hpp"

#include <malloc.h>

#include <fstream>
#include <string>
#include <string_view>

namespace fftbench {

namespace {

/// The number of a line like "VmHWM:  1234 kB" of a file of /proc, in MB.
std::optional<double> megabytes(const char* file, std::string_view name) {
  std::ifstream lines(file);
  std::string word;
  while (lines >> word) {
    double kibibytes = 0.0;
    if (word == name && lines >> kibibytes) return kibibytes * 1024.0 / 1e6;
  }
  return std::nullopt;
}

}  // namespace

bool reset_peak_memory() {
  std::ofstream marks("/proc/self/clear_refs");
  marks << "5" << std::flush;
  return marks.good();
}

double peak_memory_mb() {
  return megabytes("/proc/self/status", "VmHWM:").value_or(0.0);
}

double resident_memory_mb() {
  return megabytes("/proc/self/status", "VmRSS:").value_or(0.0);
}

void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

std::optional<double> held_memory_mb() {
  return megabytes("/proc/self/smaps_rollup", "Pss:");
}

}  // namespace fftbench
