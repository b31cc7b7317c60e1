#pragma once
/// The memory that data pass through on their way from array to array.

#include <array>
#include <memory>
#include <optional>

#include "engine/communicators.hpp"
#include "engine/direction.hpp"
#include "engine/routes.hpp"
#include "support/alarm.hpp"
#include "taskfft/aligned_buffer.hpp"

namespace taskfft {

/// Work buffers of one plan or of several that take turns.
struct WorkArea {
  std::array<AlignedBuffer<std::byte>, kWorkBuffers> buffers{};
  std::array<std::size_t, kWorkBuffers> bytes{};
  std::optional<SharedBufferUses> shared{};  ///< in place of the send buffers
  int groups = 1;         ///< message groups that the shared buffers have counters for
  bool dead = false;      ///< a run has failed: what was counted and sent in it is not known
  bool blocking = false;  ///< a plan that works here waits in calls that nothing can end
  std::weak_ptr<const void> leave{};  ///< to bind threads, which plans that work here share
  std::unique_ptr<Alarm> alarm{};     ///< of all plans that work here; null after close()

  /// What a setup needs; `shared` where it shares memory.
  static WorkArea of(const Setup& setup, std::optional<SharedBuffers> shared,
                     const Communicators& communicators);
  /// After a failed run, when no plan works here any more: what it has left under way stays where
  /// nobody listens.
  void close();
  /// Whether another plan can work here, as far as this rank is concerned.
  bool suits(const Setup& setup) const;
  /// What is allocated on this rank: its own, and its part of what is shared.
  std::size_t own_bytes() const;
  std::size_t shared_bytes() const { return shared ? shared->buffers.bytes() : 0; }
  /// Where the buffers of a rank of the node begin.
  BufferPointers pointers(int node_rank) const;
};

}  // namespace taskfft
