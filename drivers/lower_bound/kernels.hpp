#pragma once
/// The loops that a bound is measured with, each compiled for vectors of several widths.

#include <cstddef>
#include <vector>

namespace fftbench::lower_bound {

/// What kernel.cpp defines for one width. Sizes are bytes, and addresses multiples of 64.
struct Kernel {
  const char* name;
  /// Writes what was read with every sign changed, so that no compiler leaves it out, also where
  /// the two are one array: by ordinary stores, or by stores around the cache.
  void (*move)(const void* from, void* to, std::size_t bytes);
  void (*stream)(const void* from, void* to, std::size_t bytes);
  /// Reads, and returns what depends on all of it.
  double (*read)(const void* from, std::size_t bytes);
  /// So many floating-point operations in registers, a fused multiply-add being two (at most some
  /// hundreds fewer); returns what depends on all of them.
  double (*multiply_add_double)(std::size_t operations);
  double (*multiply_add_single)(std::size_t operations);
};

/// Those that this processor runs.
std::vector<Kernel> kernels();

}  // namespace fftbench::lower_bound
