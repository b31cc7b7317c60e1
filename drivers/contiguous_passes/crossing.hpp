#pragma once
/// Every element moved once to the rank that needs it next, in whatever order it arrives.

#include <mpi.h>

#include <cstddef>
#include <fftbench/extents.hpp>
#include <vector>

#include "step.hpp"

namespace fftbench::contiguous_passes {

/// Owns a communicator.
class Communicator {
 public:
  /// The ranks of `comm` that give the same color. Collective.
  Communicator(MPI_Comm comm, int color);
  ~Communicator();
  Communicator(Communicator&& other) noexcept : comm_(other.comm_) { other.comm_ = MPI_COMM_NULL; }
  Communicator& operator=(Communicator&&) = delete;

  MPI_Comm get() const { return comm_; }
  /// Whether all of them share the memory of one node. Collective.
  bool on_one_node() const;

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// The elements for every rank of a communicator, one message after the other.
struct Messages {
  explicit Messages(std::vector<int> elements);
  std::vector<int> counts, displacements;
};

/// By MPI_Alltoall, or where the messages are not even by MPI_Alltoallv.
class MessageCrossing final : public Step {
 public:
  /// `even`: all messages between any two ranks are of one size.
  MessageCrossing(Communicator comm, MPI_Datatype type, bool even, Messages leaving,
                  Messages arriving, void* from, void* to);
  void forward() override { exchange(from_, leaving_, to_, arriving_); }
  void backward() override { exchange(to_, arriving_, from_, leaving_); }

 private:
  void exchange(const void* from, const Messages& leaving, void* to,
                const Messages& arriving) const;

  Communicator comm_;
  MPI_Datatype type_;
  bool even_;
  Messages leaving_, arriving_;
  void* from_;
  void* to_;
};

/// Where ranks share memory: as many bytes read and written as arrive. What is copied is this
/// rank's own data, which takes no longer than to fetch its peers' would; no rank waits for
/// another.
class CopyCrossing final : public Step {
 public:
  CopyCrossing(std::size_t leaving_bytes, std::size_t arriving_bytes, int threads, void* from,
               void* to)
      : leaving_(leaving_bytes),
        arriving_(arriving_bytes),
        threads_(threads),
        from_(from),
        to_(to) {}
  void forward() override { copy(from_, leaving_, to_, arriving_); }
  void backward() override { copy(to_, arriving_, from_, leaving_); }

 private:
  void copy(const void* from, std::size_t held, void* to, std::size_t wanted) const;

  std::size_t leaving_, arriving_;
  int threads_;
  void* from_;
  void* to_;
};

}  // namespace fftbench::contiguous_passes
