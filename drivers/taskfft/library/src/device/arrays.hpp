#pragma once
/// Memory of a plan for several arrays, and that of other ranks which this one reads in place.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "device/backend.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// Several arrays in one piece of memory.
class ArrayMemory {
 public:
  using Allocate = Memory (Backend::*)(std::size_t bytes);

  ArrayMemory() = default;
  ArrayMemory(Backend& backend, Allocate allocate, const std::vector<std::size_t>& bytes);

  std::byte* array(std::size_t number) const;
  const std::vector<std::size_t>& offsets() const { return offsets_; }
  const Memory& memory() const { return memory_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Memory memory_;
  std::vector<std::size_t> offsets_;
  std::size_t bytes_ = 0;
};

/// The arrays of all ranks, in whose memory this process reads.
class PeerArrays {
 public:
  /// Collective over `all`: opens the arrays of the ranks marked in `needed`, on all ranks or on
  /// none; then `reason` says why, on every rank.
  static std::optional<PeerArrays> open(const Communicator& all, Backend& backend,
                                        const ArrayMemory& mine, const std::vector<bool>& needed,
                                        std::string& reason);

  const std::byte* array(int rank, std::size_t number) const;

 private:
  std::vector<Memory> memories_;  ///< by rank; none of those that are not needed
  std::vector<std::vector<std::size_t>> offsets_;
};

}  // namespace taskfft
