#pragma once
/// The work that bounds a transform, in each way that it can be done.

#include <fftbench/driver.hpp>
#include <functional>
#include <string>
#include <vector>

namespace fftbench::lower_bound {

/// One way to do it, in both directions; each call is collective.
struct Way {
  std::string name;
  std::function<void()> forward, backward;
};

/// Each array once through the processor: forward reads the input and writes the output, backward
/// the other way round; in place the one array is read and written.
std::vector<Way> ways_through_memory(const Request& request, const Buffers& buffers, int ranks);

/// The operations of the transform, shared evenly by all threads of all ranks.
std::vector<Way> ways_to_compute(const Request& request, int ranks);

}  // namespace fftbench::lower_bound
