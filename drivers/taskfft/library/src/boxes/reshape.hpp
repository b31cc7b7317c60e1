#pragma once
/// An exchange between any boxes.

#include <memory>
#include <vector>

#include "boxes/local_array.hpp"
#include "support/element.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// What a rank holds of an array, and what all ranks do.
struct Division {
  LocalArray mine;
  std::vector<Box> all;
};

/// Moves arrays between the division that the caller has and the plan's own. Collective, as both
/// directions are.
class Reshape {
 public:
  virtual ~Reshape() = default;
  virtual void to_plan(const void* callers, void* plans) = 0;
  virtual void to_caller(const void* plans, void* callers) = 0;
  /// Of the messages.
  virtual std::size_t bytes() const = 0;
};

/// `comm` outlives it.
std::unique_ptr<Reshape> make_reshape(const Division& callers, const Division& plans,
                                      Element element, Precision precision, int fields,
                                      const Communicator& comm);

}  // namespace taskfft
