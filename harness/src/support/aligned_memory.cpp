#include "support/aligned_memory.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <fftbench/error.hpp>

namespace fftbench {

void AlignedMemory::Free::operator()(void* data) const {
  std::free(data);
}

AlignedMemory::AlignedMemory(std::size_t bytes) {
  const std::size_t whole = (bytes + alignment) / alignment * alignment;
  data_.reset(std::aligned_alloc(alignment, whole));
  if (!data_) throw Error(fmt::format("no memory for an array of {} MB", whole / 1'000'000));
}

}  // namespace fftbench
