/// AccFFT on CUDA's devices, with cuFFT.

#include <fmt/format.h>

#include "accfft.hpp"
#include "program.hpp"

namespace fftbench::accfft {

const char* program() {
  return "accfft_cuda";
}
Memory memory() {
  return Memory::cuda;
}
const char* planner_help() {
  return "measure times several ways to exchange data";
}

void prepare(const Request&) {}
void clean_up() {}

/// It fills them by events of its own.
bool has_timers() {
  return false;
}

/// Numbers of the same kind differ in when they copy to the host and back.
std::string exchange_of(int method, int kway) {
  switch (method) {
    case 2:
    case 6:
      return "alltoall";
    case 3:
    case 32:
    case 7:
    case 72:
      return fmt::format("{}-way", kway);
    default:
      return "pairwise";
  }
}

}  // namespace fftbench::accfft
