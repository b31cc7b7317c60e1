#include "exchange/mpi_handles.hpp"

#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

/// Replaces a type by one made from it, and frees it.
template <class Make>
void derive(MPI_Datatype& type, Make make) {
  MPI_Datatype derived = MPI_DATATYPE_NULL;
  const int code = make(type, &derived);
  MPI_Type_free(&type);
  type = derived;
  check_mpi(code, "making a datatype");
}

}  // namespace

Datatype::Datatype(MPI_Datatype element, Index first, const Triple& counts, const Triple& strides)
    : Datatype() {  // from here on the destructor frees what an exception leaves
  MPI_Aint lower = 0, bytes = 0;
  check_mpi(MPI_Type_get_extent(element, &lower, &bytes), "asking for the size of an element");
  check_mpi(MPI_Type_dup(element, &type_), "making a datatype");
  for (std::size_t axis = 3; axis-- > 0;) {
    derive(type_, [&](MPI_Datatype inner, MPI_Datatype* outer) {
      return MPI_Type_create_hvector(static_cast<int>(counts[axis]), 1, strides[axis] * bytes,
                                     inner, outer);
    });
  }
  derive(type_, [&](MPI_Datatype inner, MPI_Datatype* outer) {
    const MPI_Aint displacement = first * bytes;
    return MPI_Type_create_hindexed_block(1, 1, &displacement, inner, outer);
  });
  check_mpi(MPI_Type_commit(&type_), "committing a datatype");
}

Datatype::~Datatype() {
  if (type_ != MPI_DATATYPE_NULL && mpi_runs()) MPI_Type_free(&type_);
}

Datatype& Datatype::operator=(Datatype&& other) noexcept {
  std::swap(type_, other.type_);
  return *this;
}

MPI_Request start(const Message& m) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (m.sent) {
    check_mpi(MPI_Isend(m.data, m.count, m.type, m.peer, m.tag, m.comm, &request),
              "sending a block");
  } else {
    check_mpi(MPI_Irecv(m.data, m.count, m.type, m.peer, m.tag, m.comm, &request),
              "receiving a block");
  }
  return request;
}

PersistentRequest::PersistentRequest(const Message& m) {
  if (m.sent) {
    check_mpi(MPI_Send_init(m.data, m.count, m.type, m.peer, m.tag, m.comm, &request_),
              "preparing to send a block");
  } else {
    check_mpi(MPI_Recv_init(m.data, m.count, m.type, m.peer, m.tag, m.comm, &request_),
              "preparing to receive a block");
  }
}

PersistentRequest::~PersistentRequest() {
  if (request_ == MPI_REQUEST_NULL || !mpi_runs()) return;
  int done = 0;
  MPI_Request_get_status(request_, &done, MPI_STATUS_IGNORE);
  if (done == 0) MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

PersistentRequest& PersistentRequest::operator=(PersistentRequest&& other) noexcept {
  std::swap(request_, other.request_);
  return *this;
}

MPI_Request PersistentRequest::start() {
  check_mpi(MPI_Start(&request_), "starting a prepared message");
  return request_;
}

}  // namespace taskfft
