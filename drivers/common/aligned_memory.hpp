#pragma once
/// Memory for arrays that a driver brings itself.

#include <fmt/core.h>

#include <cstddef>
#include <cstdlib>
#include <fftbench/error.hpp>
#include <memory>

namespace fftbench {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using AlignedMemory = std::unique_ptr<void, FreeMemory>;

/// Aligned as the harness's arrays are, and not touched: the first to touch a page places it.
/// Throws Error that names the size where there is not enough.
inline AlignedMemory aligned_memory(std::size_t bytes) {
  constexpr std::size_t line = 64;
  AlignedMemory memory(std::aligned_alloc(line, (bytes / line + 1) * line));
  if (!memory) throw Error(fmt::format("no memory for an array of {} MB", bytes / 1'000'000));
  return memory;
}

}  // namespace fftbench
