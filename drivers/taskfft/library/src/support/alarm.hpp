#pragma once
/// How ranks learn that another one has failed.

#include <memory>

#include "support/mpi_support.hpp"

namespace taskfft {

/// Its tag; others in its communicator begin behind it.
inline constexpr int kAlarmTag = 0;
inline constexpr int kFirstTag = kAlarmTag + 1;

/// A message of nothing that every rank is ready to receive as long as this lives, and that a rank
/// which fails sends to all others: those that wait for its data would wait for ever.
class Alarm {
 public:
  /// Nothing else is sent or received in this communicator by the same tag.
  explicit Alarm(std::shared_ptr<Communicator> comm);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// Never frees the communicator, in which others may have told of failures.
  void keep() { comm_->keep(); }
  /// Tells all other ranks, unless it was one of them that told.
  void sound() noexcept;
  /// To be waited for beside others: MPI_REQUEST_NULL once it is complete.
  MPI_Request* request() { return &request_; }
  /// Asks MPI, which gets on with all other messages meanwhile.
  bool heard();

 private:
  std::shared_ptr<Communicator> comm_;
  int ranks_;
  int me_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// What those throw that hear it.
Error failed_elsewhere();

}  // namespace taskfft
