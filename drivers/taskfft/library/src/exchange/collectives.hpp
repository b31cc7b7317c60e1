#pragma once
/// An exchange by one collective MPI call per message group.

#include <memory>

#include "exchange/prepared_exchange.hpp"

namespace taskfft {

/// The call that all ranks of an exchange make together for one message group, bound to memory.
class CollectiveCall {
 public:
  CollectiveCall() = default;
  CollectiveCall(const CollectiveCall&) = delete;
  CollectiveCall& operator=(const CollectiveCall&) = delete;
  virtual ~CollectiveCall() = default;
  /// Makes the call, or starts it where it is a nonblocking one.
  virtual void make() = 0;
  /// Of a nonblocking call that was started. MPI has no way to cancel it.
  MPI_Request request() const { return request_; }

 protected:
  MPI_Request request_ = MPI_REQUEST_NULL;
};

std::unique_ptr<CollectiveCall> make_collective(Exchange kind, const PreparedExchange& exchange,
                                                int group);

}  // namespace taskfft
