#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/mpi_support.hpp"

namespace taskfft {

/// A mapping of memory, undone with it.
class Mapping {
 public:
  Mapping() = default;
  Mapping(int file, std::size_t bytes);
  ~Mapping();
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  std::byte* get() const { return memory_; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Memory that the ranks of a node all see: each brings a part, page aligned and zero at first.
/// The parts are files without names (memfd_create), so that whatever ends a process leaves none
/// behind; the others open them through /proc.
class SharedMemory {
 public:
  /// Collective over `node`, whose ranks must share one. Nothing where any rank can't do it, and
  /// then `reason` says why, on every rank.
  static std::optional<SharedMemory> create(const Communicator& node, std::size_t bytes,
                                            std::string& reason);
  int ranks() const { return static_cast<int>(parts_.size()); }
  std::byte* part(int rank) const { return parts_[static_cast<std::size_t>(rank)].get(); }

 private:
  std::vector<Mapping> parts_;
};

}  // namespace taskfft
