#pragma once
/// How far the processors of a node are from each other, as it is just now.

#include <mpi.h>

#include <atomic>
#include <optional>

#include "support/clock.hpp"
#include "support/node_memory.hpp"

namespace fftbench {

/// A cache line that two pass to each other: odd when it is the second's turn, even when the
/// first's.
struct alignas(64) Ball {
  std::atomic<int> passes = 0;
};

/// How long a cache line takes from one processor to another: under one cache a fifth of what it
/// takes between two. A virtual machine may have its processors moved at any time, and whoever is
/// not bound moves, too; what is exchanged through caches then takes another time.
class CoreToCore {
 public:
  /// Collective.
  CoreToCore(MPI_Comm comm, Clock& clock) : balls_(comm), clock_(clock) {}

  /// Seconds, half a round trip of the fastest of some: between the first two ranks of the node, or
  /// a rank that is alone there and may have `threads` on several CPUs passes it to a thread on
  /// another one. Nothing where there is one processor, or no memory to share, and on all but the
  /// first rank. Collective.
  std::optional<double> operator()(int threads);

 private:
  NodeMemory<Ball> balls_;
  Clock& clock_;
};

}  // namespace fftbench
