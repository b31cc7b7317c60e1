#pragma once
/// MPI datatypes, messages and persistent requests with owners.

#include <mpi.h>

#include <utility>

#include "layout/box.hpp"

namespace taskfft {

/// Owns a derived datatype.
class Datatype {
 public:
  /// A box of elements as it lies in memory: `counts` elements `strides` elements apart along each
  /// axis, the first of them `first` elements behind the address that MPI is given. MPI takes them
  /// with the last axis fastest.
  Datatype(MPI_Datatype element, Index first, const Triple& counts, const Triple& strides);
  ~Datatype();
  Datatype(Datatype&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  Datatype& operator=(Datatype&& other) noexcept;
  MPI_Datatype get() const { return type_; }

 private:
  Datatype() = default;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// A message that is sent or received: where it lies, and with whom.
struct Message {
  void* data;
  int count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
  bool sent;  ///< else received
};

/// Starts it by MPI_Isend or MPI_Irecv.
MPI_Request start(const Message& message);

/// Owns a request that can be started again and again, by MPI_Send_init or MPI_Recv_init.
class PersistentRequest {
 public:
  explicit PersistentRequest(const Message& message);
  /// Cancels what is under way.
  ~PersistentRequest();
  PersistentRequest(PersistentRequest&& other) noexcept
      : request_(std::exchange(other.request_, MPI_REQUEST_NULL)) {}
  PersistentRequest& operator=(PersistentRequest&& other) noexcept;
  /// Returns the request, still owned here, to be tested for completion.
  MPI_Request start();

 private:
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace taskfft
