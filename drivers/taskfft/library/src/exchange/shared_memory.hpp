#pragma once
/// Memory that the ranks of a node share.

#include <cstddef>
#include <cstdint>
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
  /// Of no file: this process's own, zero at first and given when it is touched, in huge pages
  /// where the system has them.
  explicit Mapping(std::size_t bytes);
  ~Mapping();
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  std::byte* get() const { return memory_; }
  /// Asks the system to put the first `bytes`, which the file has already, into huge pages: by
  /// itself it gives them to files only where its administrator has said so
  /// (transparent_hugepage/shmem_enabled). It is only a wish.
  void collapse_to_huge_pages(std::size_t bytes) const;

 private:
  Mapping(std::size_t bytes, int protection);

  std::byte* memory_ = nullptr;
  std::span<std::byte> room_;  ///< all that is mapped
};

/// Opens a file that another process has open, by the numbers of both. Throws std::runtime_error.
using OpenPeerFile = int (*)(std::int64_t process, std::int64_t file);
int open_through_proc(std::int64_t process, std::int64_t file);

/// Memory that the ranks of a node all see: each brings a part, page aligned and zero at first.
/// The parts are files without names (memfd_create), so that whatever ends a process leaves none
/// behind; the others open them through /proc. A process number means another process to a rank
/// that runs in another container, so each part ends in a random number that its owner tells the
/// others: a file without it is not the owner's. A rank that is alone on its node needs no file.
class SharedMemory {
 public:
  /// Collective over `node`, whose ranks must share one. Nothing where any rank can't do it, and
  /// then `reason` says why, on every rank.
  static std::optional<SharedMemory> create(const Communicator& node, std::size_t bytes,
                                            std::string& reason,
                                            OpenPeerFile open_peer_file = open_through_proc);
  int ranks() const { return static_cast<int>(parts_.size()); }
  std::byte* part(int rank) const { return parts_[static_cast<std::size_t>(rank)].get(); }

 private:
  static std::optional<SharedMemory> alone(std::size_t bytes, std::string& reason);

  std::vector<Mapping> parts_;
};

}  // namespace taskfft
