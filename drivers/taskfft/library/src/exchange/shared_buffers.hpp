#pragma once
/// Send buffers that all ranks of a node read.

#include <array>
#include <atomic>
#include <cstdint>

#include "exchange/shared_memory.hpp"
#include "layout/route.hpp"

namespace taskfft {

/// The two send buffers of every rank of a node, and the counters by which their owners and readers
/// keep out of each other's way. Each buffer is used again and again, by the exchanges of its
/// parity; all ranks count these uses alike. The owner counts up what it has written, group by
/// group; readers count up that they are done; and the owner writes again only when all of them
/// are.
class SharedBuffers {
 public:
  /// Collective over `node`; `bytes` of this rank's two send buffers. Nothing where the node's
  /// ranks can't share memory, with the reason.
  static std::optional<SharedBuffers> create(const Communicator& node,
                                             std::array<std::size_t, 2> bytes, int groups,
                                             std::string& reason);

  void* buffer(int owner, int parity) const {
    return memory_.part(owner) + offsets_[static_cast<std::size_t>(2 * owner + parity)];
  }
  int ranks() const { return memory_.ranks(); }
  /// Of this rank's part.
  std::size_t bytes() const { return bytes_; }

  /// What I have written is there for the readers of this use.
  void publish(int parity, int group, std::uint64_t use) const;
  bool published(int owner, int parity, int group, std::uint64_t use) const;
  /// I am done with an owner's buffer.
  void release(int owner, int parity) const;
  /// How often readers have been done with my buffer, since the beginning.
  std::uint64_t releases(int parity) const;

  /// My counters will go no further: who waits for them would wait for ever.
  void fail() const;
  /// Whether that is so of any rank.
  bool any_failed() const;

 private:
  using Counter = std::atomic<std::uint64_t>;
  static_assert(Counter::is_always_lock_free, "counters live in memory of several processes");
  static constexpr std::size_t kLine = 64;  ///< a counter each, or ranks would fight over lines

  Counter& counter(int owner, std::size_t index) const;
  std::size_t written_index(int parity, int group) const;
  std::size_t failed_index() const { return written_index(2, 0); }  ///< behind both parities'

  SharedMemory memory_;
  std::vector<std::int64_t> offsets_;  ///< of both buffers in each rank's part
  std::size_t bytes_ = 0;
  int me_ = 0;
  int groups_ = 0;
};

}  // namespace taskfft
