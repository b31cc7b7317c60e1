#pragma once
/// An exchange between any boxes.

#include <memory>
#include <span>

#include "boxes/box_memory.hpp"
#include "boxes/division.hpp"
#include "support/alarm.hpp"
#include "support/element.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// Moves arrays between the division that the caller has and the plan's own.
class Reshape {
 public:
  virtual ~Reshape() = default;
  /// Of the messages that leave at once, or come, either way.
  virtual std::size_t message_bytes() const = 0;
  /// Where there is room for those that leave and for those that come, before anything else.
  virtual void use(const BoxMemory& memory) = 0;
  /// Prepares moving between these arrays, one for each box of this rank, unless it is for these
  /// already.
  virtual void bind(std::span<void* const> callers, std::span<void* const> plans) = 0;
  /// Collective. Allocate nothing. Throw where MPI fails, and where a rank that is waited for has
  /// failed; what was under way is cancelled.
  virtual void to_plan() = 0;
  virtual void to_caller() = 0;
};

/// `comm`, in which nothing else is sent, and `alarm` outlive it.
std::unique_ptr<Reshape> make_reshape(const Division& callers, const Division& plans,
                                      Element element, const Problem& problem,
                                      const Communicator& comm, Alarm& alarm);

}  // namespace taskfft
