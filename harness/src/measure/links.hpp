#pragma once
/// What messages between two ranks take: the latency and bandwidth that models of exchanges start
/// from.

#include <mpi.h>

#include "support/clock.hpp"

namespace fftbench {

/// A message of m bytes takes latency_s + m / bytes_per_s (Hockney, Parallel Computing 20, 1994).
struct Link {
  double latency_s;    ///< half the shortest round trip of an empty message
  double bytes_per_s;  ///< of a message of `link_message_bytes`, its latency left out
};

/// Large against what eager protocols send at once, and soon sent by slow networks.
inline constexpr int link_message_bytes = 1 << 20;

/// Measured by ping-pong between two ranks of `comm`, which both call it; the same on both. The
/// others may wait meanwhile. Milliseconds, but on slow networks.
Link measure_link(MPI_Comm comm, int one, int other, Clock& clock);

}  // namespace fftbench
