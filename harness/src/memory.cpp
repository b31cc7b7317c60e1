#include "memory.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <fftbench/error.hpp>
#include <fstream>
#include <string>

namespace fftbench {

void AlignedMemory::Free::operator()(void* data) const {
  std::free(data);
}

AlignedMemory::AlignedMemory(std::size_t bytes) {
  const std::size_t whole = (bytes + alignment) / alignment * alignment;
  data_.reset(std::aligned_alloc(alignment, whole));
  if (!data_) throw Error(fmt::format("no memory for an array of {} MB", whole / 1'000'000));
}

bool reset_peak_memory() {
  std::ofstream marks("/proc/self/clear_refs");
  marks << "5" << std::flush;
  return marks.good();
}

double peak_memory_mb() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kibibytes = 0.0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024.0 / 1e6;
  }
  return 0.0;
}

}  // namespace fftbench
