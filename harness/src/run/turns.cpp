#include "run/turns.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <string>

namespace fftbench {
namespace {

constexpr std::int64_t nobody = -1;

/// The number on the next line of standard input, byte by byte: nothing after it may be taken.
std::int64_t read_cycle() {
  std::string line;
  for (char byte = 0; ::read(STDIN_FILENO, &byte, 1) == 1; line += byte) {
    if (byte != '\n') continue;
    std::int64_t cycle = nobody;
    std::from_chars(line.data(), line.data() + line.size(), cycle);
    return cycle;
  }
  return nobody;
}

}  // namespace

Turns::Turns(bool taken, Agreement& ranks, Clock& clock) : ranks_(ranks), clock_(clock) {
  if (taken) broadcast_ = std::make_unique<SleepingBroadcast>(ranks.comm());
}

std::int64_t Turns::await() {
  if (!taken()) return 0;
  const double start = clock_.now();
  const std::int64_t cycle = (*broadcast_)(ranks_.root() ? read_cycle() : nobody);
  waited_ += clock_.now() - start;
  if (cycle == nobody) throw NoMoreTurns();
  return cycle;
}

void Turns::pass(const char* what) {
  if (!taken()) return;
  MPI_Barrier(ranks_.comm());
  if (!ranks_.root()) return;
  std::printf("\nfftbench turn over: %s\n", what);
  std::fflush(stdout);
}

}  // namespace fftbench
