#pragma once
/// What a library tells of itself, held against what is seen.

#include <mpi.h>

#include <fftbench/driver.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/layouts.hpp"
#include "support/thread_times.hpp"

namespace fftbench {

/// Why the ranks don't divide the input by this grid; nothing where they may. An axis can be in
/// fewer pieces than the grid has ranks along it: where it is short, and where each rank but the
/// last ones takes the same number of its points, rounded up.
std::optional<std::string> contradiction(const Extents& grid, const ArrayLayout& input,
                                         const Extents& shape);

/// Seconds of the processor that the threads of this rank had for some transforms.
struct ThreadUse {
  double caller = 0.0;         ///< the thread that calls the library
  std::vector<double> others;  ///< each other thread of the library that lives
  double ended = 0.0;          ///< those that have ended, together
  double inside = 0.0;         ///< of the clock, that the transforms took
};

/// The number of equal threads that would have shared the time as evenly: (sum t)^2 / sum t^2.
/// Never more than there are, whatever else runs on the machine. Source: the effective number of
/// Laakso and Taagepera (Comparative Political Studies 12, 1979), physics' participation ratio.
double busy_threads(const ThreadUse& use);
/// How many worked at the same time, in the mean. Those that have ended may have been any number,
/// one after the other or all at once: only the clock tells. Of those that live no one counts for
/// more than one, since their seconds are also of what they do between the transforms.
double threads_at_once(const ThreadUse& use);
/// How many had at least a twentieth of what the busiest had; none where that can't be told.
std::optional<int> working_threads(const ThreadUse& use);

/// Why it is no answer on the threads that were asked for: it is compared with others on as many.
/// Nothing where the library tells of no more.
std::optional<std::string> more_than_asked(int told, int asked);

/// Why the library can't have used so many threads only; nothing where it may. Collective, as is
/// the next; of times too short to judge by neither says anything.
std::optional<std::string> too_many_threads(const ThreadUse& use, int told, MPI_Comm comm);
/// Where on no rank as many threads worked as the library tells of: "idle_threads".
std::optional<Warning> idle_threads(const ThreadUse& use, int told, MPI_Comm comm);

/// Watches the threads of this process from its construction on.
class ThreadMeter {
 public:
  /// `strangers`: threads that the library has not started, which may work at any time. `helpers`:
  /// more of these, the harness's own, which work between the transforms.
  explicit ThreadMeter(std::set<int> strangers, std::set<int> helpers = {});
  /// `calls`: what the calling thread, and the process without the helpers, took inside of the
  /// transforms; `inside`: how long these took.
  ThreadUse use(const CpuSeconds& calls, double inside) const;

 private:
  std::set<int> strangers_, helpers_;
  std::map<int, double> start_;
};

}  // namespace fftbench
