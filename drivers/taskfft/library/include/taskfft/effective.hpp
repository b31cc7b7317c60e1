#pragma once
/// What a plan really does, and what it cost and took.

#include <cstddef>
#include <string>
#include <vector>

#include "taskfft/options.hpp"

namespace taskfft {

/// The cost of choosing by trying, the same on every rank.
struct Trials {
  int settings = 0;    ///< how many were timed
  double seconds = 0;  ///< on the slowest rank; part of the time of making the plan and of commit()

  Trials& operator+=(const Trials& other) {
    settings += other.settings;
    seconds += other.seconds;
    return *this;
  }
};

struct Effective {
  Options options;  ///< with everything filled in that was left open; kernel and stores by commit
  std::string decomposition;       ///< "slab", "pencil" or "brick"
  std::vector<std::string> notes;  ///< one sentence for every request not followed to the letter
  Trials trials;                   ///< none where everything was given, or known from a file
  /// What this rank's plan allocated to move and transform data: buffers and scratch memory,
  /// without tables and what MPI and FFTW take for themselves.
  std::size_t work_bytes = 0;
};

/// How one thread spent its time since commit, in seconds.
struct WorkerTimes {
  double compute;     ///< transforms, and with Packing::fused packing and unpacking
  double pack;        ///< Packing::separate
  double exchange;    ///< messages: starting them, asking for them, waiting for them
  double unpack;      ///< Packing::separate
  double scheduling;  ///< `all` less the other five
  double idle;        ///< no task was ready
  double all;         ///< in forward and backward
};

}  // namespace taskfft
