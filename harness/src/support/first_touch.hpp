#pragma once
/// Where the pages of an array come to lie on a machine with several memories.

#include <cstddef>
#include <vector>

namespace fftbench {

/// Writes zeros to memory that nobody has touched yet, in `threads` slices of equal length, each by
/// a thread bound to one of the CPUs, which are taken in turn: the system puts a page beside the
/// CPU that touches it first. One thread alone leaves the memory as it is, for whoever fills it.
void touch_first(void* data, std::size_t bytes, int threads, const std::vector<int>& cpus);

}  // namespace fftbench
